"""From bytes to records: encoding, delimiter, fields with their physical lines."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from judgment_console.intake.understanding import Problem, shown, whole

LARGEST_BYTES = 5 * 1024 * 1024
MOST_COLUMNS = 500
MOST_ROWS = 100_000

_DELIMITERS = ",;\t"
_ZIP = b"PK\x03\x04"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_WIDE_ENCODINGS = (b"\xff\xfe", b"\xfe\xff")
_BOM = b"\xef\xbb\xbf"


class RefusalError(Exception):
    """The file cannot be read any further; what was found is in `problem`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The fields of one record and the physical line on which it starts."""

    line: int
    fields: tuple[str, ...]

    def is_empty(self) -> bool:
        """Whether no field has any text."""
        return not any(field.strip() for field in self.fields)


def decoded(data: bytes, filename: str) -> tuple[str, str]:
    """The text and the name of its encoding. Raises RefusalError."""
    if not data.strip():
        raise RefusalError(whole("EMPTY_FILE", "The file is empty."))
    if len(data) > LARGEST_BYTES:
        raise RefusalError(whole("TOO_LARGE", "The file is larger than 5 MB."))
    _refuse_binary(data, filename)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = (
            f"A character on line {line} is not UTF-8. "
            "Save the file as “CSV UTF-8” and send it again."
        )
        problem = Problem(line=line, column=0, code="BAD_ENCODING", message=message)
        raise RefusalError(problem) from error
    if not text.strip():
        raise RefusalError(whole("EMPTY_FILE", "The file is empty."))
    return text, "UTF-8 with byte order mark" if data.startswith(_BOM) else "UTF-8"


def delimiter_of(text: str) -> str:
    """The delimiter that the first line with any text has most of."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(_DELIMITERS, key=first.count)


def records(text: str, delimiter: str) -> Iterator[Record]:
    """The records that are not empty, in order.

    Raises RefusalError at the first record that cannot be taken apart, and beyond the
    largest number of rows or columns.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise RefusalError(_broken(line, str(error))) from error
        if reader.line_num > MOST_ROWS + 1 or len(fields) > MOST_COLUMNS:
            most = f"{MOST_ROWS:,} rows and {MOST_COLUMNS} columns"
            raise RefusalError(whole("TOO_LARGE", f"The file has more than {most}."))
        record = Record(line=line, fields=tuple(fields))
        if not record.is_empty():
            yield record


def _broken(line: int, error: str) -> Problem:
    message = (
        f"A quoted text that opens on line {line} is never closed."
        if "unexpected end of data" in error
        else f"The fields on line {line} cannot be told apart ({error})."
    )
    return Problem(line=line, column=0, code="BAD_CSV", message=message)


def _refuse_binary(data: bytes, filename: str) -> None:
    if data.startswith(_ZIP):
        what = "a zip archive, such as an xlsx workbook,"
    elif data.startswith(_OLD_EXCEL):
        what = "an old Excel workbook"
    elif data.startswith(_WIDE_ENCODINGS):
        message = "The file is UTF-16. Save it as “CSV UTF-8” and send it again."
        raise RefusalError(whole("BAD_ENCODING", message))
    elif b"\0" in data:
        what = "a binary file"
    else:
        return
    message = f"{shown(filename)} looks like {what} and not like text. Save it as CSV."
    raise RefusalError(whole("NOT_TEXT", message))
