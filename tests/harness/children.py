"""Programs that a test session starts: found again, shown on failure, ended with it."""

import atexit
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PR_SET_PDEATHSIG = 1

running: list["Child"] = []


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class Child:
    """A program in a group of its own, its output in a file."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        output: Path,
        env: Mapping[str, str] | None = None,
        user: int | None = None,
        group: int | None = None,
        pipes: bool = False,
    ) -> None:
        self.name = name
        self._output = output
        self._stream = output.open("ab")
        self.process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.PIPE if pipes else subprocess.DEVNULL,
            stdout=subprocess.PIPE if pipes else self._stream,
            stderr=self._stream,
            env=dict(env) if env is not None else None,
            cwd=ROOT,
            user=user,
            group=group,
            extra_groups=[] if user is not None else None,
            start_new_session=True,
            preexec_fn=_die_with_parent,
            text=True,
        )
        running.append(self)
        atexit.register(self.kill)

    @property
    def output(self) -> str:
        """What it has printed so far."""
        return self._output.read_text(errors="replace")

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    def wait_until(self, ready: Callable[[], bool], *, seconds: float = 30) -> None:
        """Wait for a condition; the program's end or the time limit is a failure."""
        try:
            wait_until(lambda: ready() or not self.alive, seconds=seconds)
        except TimeoutError as late:
            raise RuntimeError(f"{self.name} is late:\n{self.output}") from late
        if not self.alive:
            raise RuntimeError(f"{self.name} ended early:\n{self.output}")

    def send(self, number: int) -> None:
        """Send a signal to the program and to all it has started."""
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            return

    def kill(self) -> None:
        """End it at once, with all it has started, and forget it."""
        self.send(signal.SIGKILL)
        self._forget()

    def stop(self, number: int = signal.SIGTERM, *, seconds: float = 10) -> None:
        """Ask it to end; end it when it does not."""
        if self.alive:
            self.process.send_signal(number)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        self.kill()

    def _forget(self) -> None:
        if self in running:
            running.remove(self)
            atexit.unregister(self.kill)
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout, self._stream):
                if pipe is not None:
                    pipe.close()


def wait_until(
    ready: Callable[[], bool], *, seconds: float = 30, every: float = 0.02
) -> None:
    """Return as soon as a condition holds; TimeoutError when it does not."""
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} s")
        time.sleep(every)
