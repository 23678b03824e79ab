"""Numbers, dates and distances are written as actuaries write them."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils.safestring import SafeString

from judgment_console.reviews import formats

NOW = datetime(2025, 12, 2, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "kind", "written"),
    [
        (18_680_856, "money", "18,680,856"),
        (18_680_855.6, "money", "18,680,856"),
        (123_456_789_012, "money", "123,456,789,012"),
        (0, "money", "0"),
        (-0.4, "money", "0"),
        (3.4906065, "factor", "3.491"),
        (1, "factor", "1.000"),
        (0.131, "percent", "13.1\N{NO-BREAK SPACE}%"),
        (2010, "year", "2010"),
        (2010, "number", "2,010"),
        (0.5, "number", "0.5"),
        (1.23456789, "number", "1.2346"),
        (7, "count", "7"),
        ("pass", "state", "pass"),
        (True, "money", "True"),
    ],
)
def test_cell_is_written_by_its_kind(value: Any, kind: str, written: str) -> None:
    assert formats.in_cell(value, kind) == written


def test_negative_cell_has_parentheses_and_a_minus_for_screen_readers() -> None:
    assert formats.in_cell(-332_115.2, "money") == (
        '<span class="visually-hidden">−332,115</span>'
        '<span aria-hidden="true">(332,115)</span>'
    )


def test_missing_cell_is_a_dash_that_is_read() -> None:
    cell = formats.in_cell(None, "money")

    assert isinstance(cell, SafeString)
    assert '<span class="visually-hidden">missing</span>' in cell


def test_text_of_a_cell_is_not_safe_by_itself() -> None:
    assert not isinstance(formats.in_cell("<b>", "text"), SafeString)


@pytest.mark.parametrize(
    ("value", "kind", "written"),
    [
        (-332_115, "money", "−332,115"),
        (332_115, "money", "332,115"),
        (-0.018, "percent", "−1.8\N{NO-BREAK SPACE}%"),
        (None, "money", ""),
        ("volume, all years", "text", "volume, all years"),
    ],
)
def test_sentence_has_a_minus(value: Any, kind: str, written: str) -> None:
    assert formats.in_sentence(value, kind) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [(332_115, "+332,115"), (-332_115, "−332,115"), (0, "0"), (0.2, "0")],
)
def test_difference_has_its_sign(value: float, written: str) -> None:
    assert formats.signed(value) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (34_358_090, "34,358,090"),
        (1.02949867, "1.02949867"),
        (-18_680_855.611924, "−18,680,855.611924"),
    ],
)
def test_recorded_number_keeps_every_digit(value: float, written: str) -> None:
    assert formats.in_full(value) == written


@pytest.mark.parametrize(
    ("moment", "zone", "written"),
    [
        (datetime(2025, 12, 4, 22, 0, tzinfo=UTC), "America/New_York",
         "Thu 4 Dec, 17:00 EST"),
        (datetime(2025, 7, 4, 21, 0, tzinfo=UTC), "America/New_York",
         "Fri 4 Jul, 17:00 EDT"),
        (datetime(2026, 1, 1, 0, 30, tzinfo=UTC), "Europe/London",
         "Thu 1 Jan 2026, 00:30 GMT"),
    ],
)  # fmt: skip
def test_instant_is_written_in_the_zone_with_its_abbreviation(
    moment: datetime, zone: str, written: str
) -> None:
    assert formats.moment(moment, zone, NOW) == written


def test_day_is_written_as_people_say_it() -> None:
    assert formats.day(date(2010, 12, 31)) == "31 Dec 2010"


@pytest.mark.parametrize(
    ("distance", "written"),
    [
        (timedelta(seconds=8), "8 s"),
        (timedelta(seconds=90), "1 min"),
        (timedelta(hours=2, minutes=14), "2 h 14 min"),
        (timedelta(hours=3), "3 h"),
        (timedelta(days=1, hours=5), "1 day"),
        (timedelta(days=12), "12 days"),
        (timedelta(hours=-3), "3 h"),
    ],
)
def test_distance_is_written_in_its_largest_unit(
    distance: timedelta, written: str
) -> None:
    assert formats.span(distance) == written


def test_due_time_is_ahead_or_overdue() -> None:
    assert formats.due(NOW + timedelta(days=2), NOW) == "due in 2 days"
    assert formats.due(NOW - timedelta(hours=3), NOW) == "3 h overdue"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Use all years: unpaid 18,680,856. Rule: all years.",
         "Use all years: unpaid 18,680,856."),
        ("Use 1.5.", "Use 1.5."),
        ("", ""),
    ],
)  # fmt: skip
def test_row_shows_the_first_sentence(text: str, written: str) -> None:
    assert formats.opening(text) == written
