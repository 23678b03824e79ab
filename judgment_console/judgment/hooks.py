"""Calling what a host wrote: plain results only, failures named."""

import inspect
from collections.abc import Callable
from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.judgment.definitions import refuse


class HookError(Exception):
    """A hook raised. The host's exception is the cause; nothing of it is kept.

    name, message and code (if it has one) describe that exception.
    """

    def __init__(self, label: str, cause: Exception) -> None:
        super().__init__(f"{label} failed: {type(cause).__name__}: {cause}")
        self.label = label
        self.cause = cause

    @property
    def name(self) -> str:
        return type(self.cause).__name__

    @property
    def message(self) -> str:
        return str(self.cause)

    @property
    def code(self) -> str | None:
        return self.cause.code if isinstance(self.cause, JudgmentError) else None


def call_hook(label: str, hook: Callable[..., Any], *args: object) -> Any:
    """The hook's result.

    Raises HookError when the hook raises, JudgmentError BAD_GATE when it returns
    something to be awaited.
    """
    try:
        result = hook(*args)
    except Exception as error:
        raise HookError(label, error) from error
    if inspect.isawaitable(result):
        if inspect.iscoroutine(result):
            result.close()
        refuse(f"{label} returned an awaitable; hooks are plain functions")
    return result


def call_listed(label: str, hook: Callable[..., Any], *args: object) -> tuple[Any, ...]:
    """The items of the hook's result, which may be a generator.

    Raises as `call_hook`, and BAD_GATE for a result that holds no items.
    """
    result = call_hook(label, hook, *args)
    if isinstance(result, str) or not hasattr(result, "__iter__"):
        refuse(f"{label} returned {type(result).__name__} and not a list")
    return call_hook(label, tuple, result)  # type: ignore[no-any-return]
