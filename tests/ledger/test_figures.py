import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgment_console.ledger.figures import amount, percent, said


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (18680855.61, "18,680,856"),
        (-1831505, "-1,831,505"),
        (999.994, "999.99"),
        (12.5, "12.5"),
        (0, "0"),
        (-0.0, "0"),
        (-0.001, "0"),
        (1e15, "1000000000000000"),
        (1e300, "1e+300"),
        (None, "not available"),
        (float("nan"), "not available"),
        (float("-inf"), "not available"),
    ],
)
def test_amount(value: float | None, text: str) -> None:
    assert amount(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.1309, "13.1 %"), (1, "100 %"), (None, "not available")],
)
def test_percent(share: float | None, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "not stated"),
        (True, "yes"),
        (False, "no"),
        ("as typed", "as typed"),
        (2010, "2010"),
        (150000, "150,000"),
        (150000.5, "150,000.5"),
        (20245460.819, "20,245,460.82"),
        (1.0294989, "1.029499"),
        (1.0, "1"),
        (1e-9, "1e-9"),
        (float("inf"), "not available"),
        ([], "empty"),
        ({}, "empty"),
        ([1, None, "x"], "1, not stated, x"),
        ({"12-24": 3.4906061, "108-120": 1.0177}, "12-24: 3.490606; 108-120: 1.0177"),
        ({"rows": [1, 2], "by": {"a": True}}, "by: (a: yes); rows: (1, 2)"),
    ],
)
def test_said(value: Any, text: str) -> None:
    assert said(value) == text


@given(
    st.dictionaries(st.text("a01-", max_size=5), st.integers(0, 9), max_size=6),
    st.randoms(use_true_random=False),
)
def test_said_does_not_depend_on_the_order_of_keys(
    value: dict[str, int], random: Any
) -> None:
    items = list(value.items())
    random.shuffle(items)

    assert said(dict(items)) == said(json.loads(json.dumps(value)))
