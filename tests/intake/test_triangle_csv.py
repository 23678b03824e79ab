"""Files as they come; the contents are small versions of those met in practice."""

import json

import pytest

from judgment_console.intake.triangle_csv import read_triangle
from judgment_console.intake.understanding import Problem, Understanding

WIDE = (
    "AY,12,24,36\n"
    '2019,"1,204,500","2,310,750","2,875,200"\n'
    '2020,"1,288,100","2,455,600",\n'
    '2021,"1,150,250",,\n'
)
LONG = (
    "accident_year,age_months,paid,incurred\n"
    "2019,12,1204500,2010400\n"
    "2019,24,2310750,2890150\n"
    "2019,36,2875200,3140800\n"
    "2020,12,1288100,2188700\n"
    "2020,24,2455600,3050200\n"
    "2021,12,1150250,1985300\n"
)
TRIANGLE = {
    "measure": "paid",
    "cumulative": True,
    "origin_length_months": 12,
    "origins": [
        {"label": "2019", "start": "2019-01-01"},
        {"label": "2020", "start": "2020-01-01"},
        {"label": "2021", "start": "2021-01-01"},
    ],
    "ages_months": [12, 24, 36],
    "values": [
        [1204500.0, 2310750.0, 2875200.0],
        [1288100.0, 2455600.0, None],
        [1150250.0, None, None],
    ],
}


def read(content: str | bytes, filename: str = "file.csv") -> Understanding:
    data = content.encode() if isinstance(content, str) else content
    return read_triangle(data, filename=filename)


def refusals(content: str | bytes) -> list[tuple[int, int, str]]:
    found = read(content)
    assert found.triangle is None
    assert found.latest_diagonal_total is None
    return [(each.line, each.column, each.code) for each in found.problems]


def messages(content: str | bytes) -> list[str]:
    return [each.message for each in read(content).problems]


def test_wide_file_is_understood() -> None:
    assert read(WIDE) == Understanding(
        encoding="UTF-8",
        delimiter=",",
        layout="wide",
        header_line=1,
        cumulative=True,
        cumulative_reason="The figures fall in 0 of 3 steps from age to age.",
        triangle=TRIANGLE,
        latest_diagonal_total=6481050.0,
        valuation_date="2021-12-31",
        notes=("The figures are taken as paid losses.",),
    )


def test_long_file_is_understood_and_other_measures_are_named() -> None:
    found = read(LONG)
    assert (found.layout, found.triangle) == ("long", TRIANGLE)
    assert found.notes == (
        "Column “paid” is taken as paid losses.",
        "Not read: “incurred”. Only paid losses are read.",
    )


def test_file_with_byte_order_mark_crlf_and_quotes_is_understood() -> None:
    content = (
        '"Origin Period","Development (months)","Cumulative Paid"\r\n'
        '"2019","12","1,204,500"\r\n'
        '"2019","24","2,310,750"\r\n'
        '"2020","12","1,288,100"\r\n'
    )
    found = read(b"\xef\xbb\xbf" + content.encode())
    assert found.encoding == "UTF-8 with byte order mark"
    assert found.latest_diagonal_total == 3598850.0
    assert found.cumulative_reason == "The header says cumulative."


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_other_delimiters_are_found(delimiter: str) -> None:
    plain = "origin,12 mo,24 mo\n2019,100,150\n2020,110,\n"
    found = read(plain.replace(",", delimiter))
    assert found.delimiter == delimiter
    assert found.latest_diagonal_total == 260.0


def test_lines_before_the_header_that_are_empty_are_counted() -> None:
    found = read("\n\n" + WIDE)
    assert found.header_line == 3


def test_zero_stays_zero_and_blank_stays_missing() -> None:
    found = read("AY,12,24,36\n2019,0,0,5\n2020,-,7,\n2021,0,,\n")
    assert found.triangle is not None
    assert found.triangle["values"] == [
        [0.0, 0.0, 5.0],
        [None, 7.0, None],
        [0.0, None, None],
    ]


def test_parentheses_are_negative() -> None:
    found = read("AY,12,24\n2019,(100),150\n2020,110,\n")
    assert found.triangle is not None
    assert found.triangle["values"][0] == [-100.0, 150.0]


@pytest.mark.parametrize(
    "content", [b"", b"\n  \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"]
)
def test_empty_file_is_refused(content: bytes) -> None:
    assert refusals(content) == [(0, 0, "EMPTY_FILE")]
    assert messages(content) == ["The file is empty."]


@pytest.mark.parametrize(
    "content", ["origin,age,value\n", "AY,12,24\n", "AY,12,24\n2019,,\n2020,-,\n"]
)
def test_file_without_figures_is_refused(content: str) -> None:
    assert refusals(content) == [(0, 0, "NO_DATA_ROWS")]
    assert messages(content) == ["The file has a header and no data rows."]


def test_duplicate_cells_are_refused_even_where_they_agree() -> None:
    content = LONG + "2019,24,2310750,1\n2020,12,1288200,1\n"
    assert refusals(content) == [
        (8, 3, "DUPLICATE_CELL"),
        (9, 3, "DUPLICATE_CELL"),
    ]
    assert messages(content) == [
        "Origin 2019 at age 24 on line 8 was given before, on line 3.",
        "Origin 2020 at age 12 on line 9 was given before, on line 5.",
    ]


def test_duplicate_blank_cell_is_refused_too() -> None:
    content = LONG + "2019,24,,1\n"
    assert refusals(content) == [(8, 3, "DUPLICATE_CELL")]


def test_duplicate_origin_of_a_wide_file_is_named_once() -> None:
    content = WIDE + '2020,"1,288,100",,\n'
    assert messages(content) == ["Origin 2020 on line 5 was given before, on line 3."]


def test_duplicate_age_in_the_header_is_refused() -> None:
    assert refusals("AY,12,24,12 mo\n2019,1,2,3\n") == [(1, 0, "DUPLICATE_AGE")]


def test_ragged_rows_and_an_open_quote_are_all_named() -> None:
    content = 'AY,12,24,36\n2021,100,150,160\n2022,110,165,,999\n2023,"120\n2024,130\n'
    assert read(content).problems == (
        Problem(
            line=3,
            column=0,
            code="RAGGED_ROW",
            message="There are 5 fields on line 3 and 4 in the header.",
        ),
        Problem(
            line=4,
            column=0,
            code="BAD_CSV",
            message="A quoted text that opens on line 4 is never closed.",
        ),
    )


def test_short_row_is_refused() -> None:
    assert refusals("AY,12,24\n2019,100,150\n2020,110\n") == [(3, 0, "RAGGED_ROW")]


def test_blank_fields_after_the_last_column_are_no_problem() -> None:
    found = read("AY,12,24,,\n2019,100,150,,\n2020,110,,,\n")
    assert found.latest_diagonal_total == 260.0


def test_broken_quote_is_refused() -> None:
    assert refusals('AY,12,24\n2019,"1"2,3\n') == [(2, 0, "BAD_CSV")]


def test_error_tokens_stop_and_blank_tokens_do_not() -> None:
    content = "AY,12,24,36\n2021,100,150,160\n2022,110,#REF!,\n2023,N/A,,\n2024,nil,,\n"
    assert refusals(content) == [(3, 3, "NOT_A_NUMBER")]
    assert messages(content) == ["“#REF!” on line 3, age 24, is not a number."]


def test_every_problem_is_listed_with_its_physical_line() -> None:
    content = 'AY,12,24\n2019,nan,inf\n"20\n20",1,2\n2021,1e400,=1+1\n'
    assert refusals(content) == [
        (2, 2, "NOT_A_NUMBER"),
        (2, 3, "NOT_A_NUMBER"),
        (3, 1, "BAD_ORIGIN"),
        (5, 2, "NOT_A_NUMBER"),
        (5, 3, "NOT_A_NUMBER"),
    ]


def test_problems_are_listed_up_to_a_number_and_then_counted() -> None:
    rows = "".join(f"20{k % 100:02d},x\n" for k in range(300))
    found = read("AY,12\n" + rows)
    assert len(found.problems) == 201
    assert found.problems[-1].code == "MORE_PROBLEMS"


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"PK\x03\x04\x14\x00", "NOT_TEXT", "a zip archive, such as an xlsx workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "NOT_TEXT", "an old Excel workbook"),
        (b"AY,12\n2019,\x00", "NOT_TEXT", "a binary file"),
        (b"\xff\xfeA\x00", "BAD_ENCODING", "UTF-16"),
    ],
)
def test_file_that_is_no_text_is_refused(data: bytes, code: str, words: str) -> None:
    assert refusals(data) == [(0, 0, code)]
    assert words in messages(data)[0]


def test_file_that_is_not_utf8_is_refused_with_its_line() -> None:
    data = "AY,12\n2019,1\n# réserve,\n".encode("latin-1")
    assert refusals(data) == [(3, 0, "BAD_ENCODING")]


def test_claim_listing_is_not_understood_yet_and_says_what_was_expected() -> None:
    content = "claim_id,accident_date,paid_to_date\n=HYPERLINK(1),2024-01-05,1000\n"
    assert refusals(content) == [(1, 0, "UNKNOWN_LAYOUT")]
    assert "Found on line 1: “claim_id”, “accident_date”" in messages(content)[0]


def test_file_larger_than_five_megabytes_is_refused() -> None:
    assert refusals(b"A" * (5 * 1024 * 1024 + 1)) == [(0, 0, "TOO_LARGE")]


def test_file_with_too_many_columns_is_refused() -> None:
    assert refusals("AY" + ",12" * 500 + "\n") == [(0, 0, "TOO_LARGE")]


def test_file_with_too_many_rows_is_refused() -> None:
    content = "origin,age,paid\n" + "2019,12,1\n" * 100_001
    assert (0, 0, "TOO_LARGE") in refusals(content)


def test_file_of_many_repeated_wide_rows_is_read_in_reasonable_time() -> None:
    content = "AY," + ",".join(map(str, range(1, 40))) + "\n"
    content += ("2019" + ",1" * 39 + "\n") * 20_000
    assert len(read(content).problems) == 201


def test_cell_after_the_date_that_most_rows_end_at_is_refused() -> None:
    content = "AY,12,24,36,48\n2019,1,2,3,4\n2020,1,2,3,\n2021,1,2,3,\n2022,1,,,\n"
    assert refusals(content) == [(4, 0, "BEYOND_VALUATION")]
    assert messages(content) == [
        "Origin 2021 at age 36 on line 4 lies after 2022-12-31, the date that most "
        "rows end at."
    ]


def test_row_that_ends_early_is_noted() -> None:
    content = "AY,12,24,36,48\n2019,1,2,3,4\n2020,1,2,,\n2021,1,2,,\n2022,1,,,\n"
    found = read(content)
    assert found.valuation_date == "2022-12-31"
    assert found.notes[-1] == "Origin 2020 ends at age 24, before the valuation date."


def test_more_origins_than_ages_end_where_the_young_ones_end() -> None:
    found = read("AY,12,24\n2018,1,2\n2019,1,2\n2020,1,2\n2021,1,\n")
    assert (found.valuation_date, found.problems) == ("2021-12-31", ())


def test_zeros_after_the_diagonal_are_refused() -> None:
    content = "AY,12,24,36\n2019,1,2,3\n2020,1,2,0\n2021,1,0,0\n"
    assert refusals(content) == [(3, 0, "ZERO_AFTER_PAID"), (4, 0, "ZERO_AFTER_PAID")]


def test_origin_and_age_without_figures_stay_and_are_named() -> None:
    found = read("AY,12,24,48\n2019,1,2,4\n2020,1,2,\n2022,1,,\n")
    assert found.triangle is not None
    assert found.triangle["ages_months"] == [12, 24, 36, 48]
    assert found.triangle["values"][2] == [None, None, None, None]
    assert "Origin 2021 has no figure." in found.notes
    assert "Age 36 has no figure." in found.notes


def test_empty_columns_at_the_end_are_left_out_and_named() -> None:
    found = read("AY,12,24,36\n2019,1,2,\n2020,1,,\n")
    assert found.triangle is not None
    assert found.triangle["ages_months"] == [12, 24]
    assert "36 has no figure and is left out." in found.notes


def test_mid_year_ages_are_kept() -> None:
    found = read("AY,6,18,30\n2021,1,2,3\n2022,1,2,\n2023,1,,\n")
    assert found.triangle is not None
    assert found.triangle["ages_months"] == [6, 18, 30]
    assert found.valuation_date == "2023-06-30"


def test_triangle_that_would_be_too_large_is_refused() -> None:
    assert refusals("AY,12\n1900,1\n2199,1\n") == [(0, 0, "TOO_LARGE")]


def test_falling_figures_are_guessed_to_be_incremental() -> None:
    found = read("AY,12,24,36\n2019,100,50,20\n2020,110,60,\n2021,120,,\n")
    assert found.cumulative is False
    assert found.triangle is not None
    assert found.triangle["cumulative"] is False
    assert (
        found.cumulative_reason == "The figures fall in 3 of 3 steps from age to age."
    )
    assert found.latest_diagonal_total == 460.0


def test_header_that_says_incremental_is_believed() -> None:
    found = read("origin,age,incremental paid\n2019,12,100\n2019,24,150\n2020,12,110\n")
    assert (found.cumulative, found.latest_diagonal_total) == (False, 360.0)


def test_single_age_is_understood() -> None:
    found = read("AY,12\n2019,100\n")
    assert found.latest_diagonal_total == 100.0
    assert found.cumulative is True


def test_content_is_plain_json() -> None:
    content = read(WIDE).content()
    assert json.loads(json.dumps(content)) == content
    assert content["triangle"] == TRIANGLE


def test_content_of_a_refused_file_has_its_problems() -> None:
    content = read("AY,12\n2019,x\n").content()
    assert content["triangle"] is None
    assert content["problems"] == [
        {
            "line": 2,
            "column": 2,
            "code": "NOT_A_NUMBER",
            "message": "“x” on line 2, age 12, is not a number.",
        }
    ]


def test_messages_quote_text_of_the_file_short_and_printable() -> None:
    content = "AY,12\n2019,\u202e" + "x" * 60 + "\n"
    assert messages(content) == [
        "“?" + "x" * 38 + "…” on line 2, age 12, is not a number."
    ]
