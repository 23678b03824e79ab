import warnings
from importlib.metadata import version

import pytest

from judgment_console.evidence.engine import captured, engine_stamp, number, typeable
from judgment_console.evidence.warming import warm


def test_engine_stamp_names_the_installed_version() -> None:
    assert engine_stamp() == {"name": "chainladder", "version": version("chainladder")}


def test_captured_keeps_each_message_once_and_in_order() -> None:
    with captured() as messages:
        warnings.warn("second\n thoughts", UserWarning, stacklevel=1)
        warnings.warn("first", RuntimeWarning, stacklevel=1)
        warnings.warn("second thoughts", UserWarning, stacklevel=1)
    assert messages == ["second thoughts", "first"]


def test_captured_leaves_out_what_speaks_to_programmers() -> None:
    with captured() as messages:
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        warnings.warn("soon", FutureWarning, stacklevel=1)
    assert messages == []


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_number_that_is_not_finite_is_none(value: str) -> None:
    assert number(float(value)) is None


def test_number_keeps_a_figure() -> None:
    assert number(1.25) == 1.25


def test_typeable_has_fifteen_digits() -> None:
    assert typeable(3.4906065479322863) == 3.49060654793229


def test_warm_works_and_warns_nobody() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warm()
    assert caught == []
