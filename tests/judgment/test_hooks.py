"""Hooks give plain results; what they raise is told and not kept."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from judgment_console.judgment import HookError, JudgmentError
from judgment_console.judgment.hooks import call_hook, call_listed
from tests.judgment.conftest import refused


async def later() -> str:
    return "later"


def test_call_hook_gives_the_result() -> None:
    assert call_hook("hook", lambda one, two: one + two, 1, 2) == 3


def test_call_hook_names_what_was_raised() -> None:
    cause = JudgmentError("BAD_GATE", "by the host")

    def fails() -> None:
        raise cause

    with pytest.raises(HookError) as caught:
        call_hook("gate one: check", fails)

    error = caught.value
    assert (error.name, error.message, error.code) == (
        "JudgmentError",
        "by the host",
        "BAD_GATE",
    )
    assert error.__cause__ is cause
    assert str(error) == "gate one: check failed: JudgmentError: by the host"


def test_call_hook_knows_no_code_of_other_exceptions() -> None:
    with pytest.raises(HookError) as caught:
        call_hook("hook", lambda: 1 / 0)

    assert caught.value.code is None


def test_call_hook_refuses_and_closes_a_coroutine() -> None:
    made: list[Any] = []

    def hook() -> Any:
        made.append(later())
        return made[0]

    with refused("BAD_GATE"):
        call_hook("hook", hook)

    assert inspect.getcoroutinestate(made[0]) == inspect.CORO_CLOSED


def test_call_hook_refuses_any_awaitable() -> None:
    loop = asyncio.new_event_loop()
    future = loop.create_future()
    loop.close()

    with refused("BAD_GATE"):
        call_hook("hook", lambda: future)


def test_call_hook_lets_an_interrupt_through() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call_hook("hook", interrupted)


def test_call_listed_reads_a_generator_inside_the_call() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise ValueError("half way")

    with pytest.raises(HookError) as caught:
        call_listed("hook", items)

    assert caught.value.message == "half way"


@pytest.mark.parametrize("result", [None, 3, "text"])
def test_call_listed_refuses_what_is_no_list(result: Any) -> None:
    with refused("BAD_GATE"):
        call_listed("hook", lambda: result)
