"""From cells to a triangle: its shape, its diagonal, and whether it runs up."""

from calendar import monthrange
from collections import Counter
from datetime import date
from itertools import pairwise
from typing import Any

from judgment_console.intake.layouts import Cells
from judgment_console.intake.text_files import MOST_COLUMNS
from judgment_console.intake.understanding import Problem, whole

_GRAINS = (12, 6, 3, 1)
_MOST_ORIGINS = 200

# So many of the steps between ages may fall in a triangle that is cumulative.
_FALLING_SHARE = 0.2


def triangle_of(found: Cells) -> tuple[dict[str, Any], list[str]] | Problem:
    """An annual paid triangle and notes on what was filled in or left out.

    Origins and ages without any figure stay as empty rows and columns inside the
    triangle and are named; empty ones at its borders are left out.
    """
    filled = [key for key, figure in found.figures.items() if figure is not None]
    if not filled:
        return whole("NO_DATA_ROWS", "The file has a header and no data rows.")
    years = range(min(year for year, _ in filled), max(year for year, _ in filled) + 1)
    ages = _ages(sorted({age for _, age in filled}))
    if len(years) > _MOST_ORIGINS or len(ages) > MOST_COLUMNS:
        message = f"The triangle would have {len(years)} origins and {len(ages)} ages."
        return whole("TOO_LARGE", message)
    triangle = {
        "measure": "paid",
        "cumulative": True,
        "origin_length_months": 12,
        "origins": [{"label": str(year), "start": f"{year}-01-01"} for year in years],
        "ages_months": list(ages),
        "values": [[found.figures.get((year, age)) for age in ages] for year in years],
    }
    return triangle, _notes(found, years, ages)


def diagonal_problems(
    triangle: dict[str, Any], found: Cells
) -> tuple[date, list[Problem], list[str]]:
    """The valuation date that most rows end at, cells after it, rows short of it.

    A row that reaches the last age may end before the valuation date.
    """
    years = [int(origin["label"]) for origin in triangle["origins"]]
    ages, rows = triangle["ages_months"], triangle["values"]
    ends = {
        year: max(
            age for age, figure in zip(ages, row, strict=True) if figure is not None
        )
        for year, row in zip(years, rows, strict=True)
        if any(figure is not None for figure in row)
    }
    valuation = _valuation(ends, ages[-1])
    problems = [
        _beyond(year, age, found.lines[year, age], valuation)
        for (year, age), figure in found.figures.items()
        if figure is not None and _months(year, age) > valuation
    ]
    short = [
        f"Origin {year} ends at age {age}, before the valuation date."
        for year, age in ends.items()
        if age != ages[-1] and _months(year, age) < valuation
    ]
    return _last_day(valuation), problems, short


def zeros_after_paid(triangle: dict[str, Any], found: Cells) -> list[Problem]:
    """Zeros typed where nothing is known yet: half of the rows or more end in one."""
    ages, fallen = triangle["ages_months"], []
    for origin, row in zip(triangle["origins"], triangle["values"], strict=True):
        if row[-1] == 0 and any(row):
            fallen.append((int(origin["label"]), ages[-1]))
    if len(fallen) < 2 or 2 * len(fallen) < len(triangle["origins"]):
        return []
    return [_zero(year, found.lines[year, age]) for year, age in fallen]


def running(triangle: dict[str, Any], header: tuple[str, ...]) -> tuple[bool, str]:
    """Whether the figures look cumulative, and why; a person has the last word.

    Steps to a zero say nothing: there may be no payment, or nothing known yet.
    """
    words = " ".join(header).lower()
    if "incremental" in words:
        return False, "The header says incremental."
    if "cumulative" in words:
        return True, "The header says cumulative."
    steps = [
        later - earlier
        for row in triangle["values"]
        for earlier, later in pairwise(row)
        if earlier is not None and later
    ]
    if not steps:
        return True, "No origin has two ages, so nothing shows which it is."
    falls = sum(step < 0 for step in steps)
    reason = f"The figures fall in {falls} of {len(steps)} steps from age to age."
    return falls <= _FALLING_SHARE * len(steps), reason


def _ages(seen: list[int]) -> range:
    apart = [later - earlier for earlier, later in pairwise(seen)]
    step = next(grain for grain in _GRAINS if all(gap % grain == 0 for gap in apart))
    return range(seen[0], seen[-1] + 1, step)


def _notes(found: Cells, years: range, ages: range) -> list[str]:
    filled = {key for key, figure in found.figures.items() if figure is not None}
    with_year, with_age = {year for year, _ in filled}, {age for _, age in filled}
    stated = {age for _, age in found.figures} | {year for year, _ in found.figures}
    notes = [f"Origin {year} has no figure." for year in years if year not in with_year]
    notes += [f"Age {age} has no figure." for age in ages if age not in with_age]
    outside = sorted(stated - set(years) - set(ages))
    return notes + [f"{each} has no figure and is left out." for each in outside]


def _valuation(ends: dict[int, int], last_age: int) -> int:
    running_rows = {year: age for year, age in ends.items() if age != last_age}
    votes = Counter(_months(year, age) for year, age in (running_rows or ends).items())
    if not running_rows:
        return max(votes)
    most = max(votes.values())
    return max(end for end, count in votes.items() if count == most)


def _months(year: int, age: int) -> int:
    return 12 * year + age


def _last_day(months: int) -> date:
    year, month = divmod(months - 1, 12)
    return date(year, month + 1, monthrange(year, month + 1)[1])


def _beyond(year: int, age: int, line: int, valuation: int) -> Problem:
    message = (
        f"Origin {year} at age {age} on line {line} lies after "
        f"{_last_day(valuation).isoformat()}, the date that most rows end at."
    )
    return Problem(line=line, column=0, code="BEYOND_VALUATION", message=message)


def _zero(year: int, line: int) -> Problem:
    message = (
        f"Origin {year} on line {line} ends with 0 after paid losses. "
        "Leave the ages after the valuation date empty."
    )
    return Problem(line=line, column=0, code="ZERO_AFTER_PAID", message=message)
