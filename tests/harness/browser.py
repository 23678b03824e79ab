"""A real Chromium: people in it, and what the browser itself complains about."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's browser; the machine's package, not a download."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise FileNotFoundError("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=list(ARGUMENTS)
        )
        yield browser
        browser.close()


class Person:
    """Somebody at a browser of their own; errors of the page are collected."""

    def __init__(self, browser: Browser, address: str, *, scripts: bool) -> None:
        self._context = browser.new_context(
            base_url=address, java_script_enabled=scripts
        )
        self._context.set_default_timeout(15_000)
        self.page: Page = self._context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self._note(said.type, said.text))
        self.page.on("pageerror", lambda error: self._note("error", str(error)))
        self.page.on(
            "response",
            lambda answer: (
                self._note("error", f"{answer.status} {answer.url}")
                if answer.status >= 500
                else None
            ),
        )

    def sign_in(self, email: str, password: str) -> None:
        """Through the page, as everybody."""
        self.page.goto("/accounts/login/")
        self.page.locator("input[name=login]").fill(email)
        self.page.locator("input[name=password]").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(lambda url: "/accounts/" not in url)

    def look_until(self, seen: Callable[[], bool], *, seconds: float = 60) -> None:
        """Reload the page until something is to be seen, as without scripts."""
        end = time.monotonic() + seconds
        while not seen():
            if time.monotonic() > end:
                raise TimeoutError(self.page.locator("body").inner_text())
            time.sleep(0.3)
            self.page.reload()

    def reads(self) -> str:
        """The words on the page."""
        return self.page.locator("body").inner_text()

    def leave(self) -> None:
        """Close the browser window."""
        self._context.close()

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(f"{kind}: {text}")
