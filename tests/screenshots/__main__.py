"""Pictures of every main page: ``python -m tests.screenshots [FOLDER]``.

Wide, tablet and phone, light and dark, and as printed. ``--readme`` makes only the
pictures that the README shows.
"""

import sys
import tempfile
from pathlib import Path

from tests.harness.environment import ENVIRONMENT

ENVIRONMENT.prepare()

from tests.harness.browser import chromium  # noqa: E402
from tests.harness.tour import Tour  # noqa: E402

WIDTHS = {"wide": 1440, "tablet": 768, "phone": 390}
README = (
    ("gate", "wide", "light", "gate"),
    ("gate", "phone", "dark", "gate-phone"),
    ("inbox", "wide", "light", "inbox"),
    ("chain complete", "wide", "dark", "chain"),
)


def take(
    tour: Tour, name: str, width: str, scheme: str, path: Path, *, whole: bool
) -> None:
    """One page at one width in one scheme, whole or as far as a screen shows it."""
    person, address = tour.pages[name]
    page = person.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": WIDTHS[width], "height": 900})
    page.goto(address)
    page.screenshot(path=path, full_page=whole)


def everything(tour: Tour, folder: Path) -> None:
    """Every page in every width and scheme, and as printed."""
    for name in tour.pages:
        stem = name.replace(" ", "-")
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                path = folder / f"{stem}-{width}-{scheme}.png"
                take(tour, name, width, scheme, path, whole=True)
        tour.pages[name][0].page.pdf(path=folder / f"{stem}.pdf")


def main(arguments: list[str]) -> None:
    """Make the pictures."""
    readme = "--readme" in arguments
    named = [each for each in arguments if not each.startswith("--")]
    folder = Path(named[0] if named else "docs" if readme else "var/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as place:
        tour = Tour(browser, Path(place))
        try:
            if readme:
                for name, width, scheme, stem in README:
                    path = folder / f"{stem}.png"
                    take(tour, name, width, scheme, path, whole=False)
            else:
                everything(tour, folder)
        finally:
            tour.console.close()


if __name__ == "__main__":
    main(sys.argv[1:])
