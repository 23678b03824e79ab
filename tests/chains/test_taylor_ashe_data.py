import csv

from judgment_console.intake.triangle_csv import read_triangle
from tests.chains.conftest import TAYLOR_ASHE

# Mack 1993, table 1: the oldest accident year and the latest diagonal.
OLDEST = [
    357848, 1124788, 1735330, 2218270, 2745596, 3319994, 3466336, 3606286, 3833515,
    3901463,
]  # fmt: skip
DIAGONAL = [
    3901463, 5339085, 4909315, 4588268, 3873311, 3691712, 3483130, 2864498, 1363294,
    344014,
]  # fmt: skip


def test_shipped_triangle_has_the_figures_of_mack_1993() -> None:
    with TAYLOR_ASHE.open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    figures = [[int(cell) for cell in row[1:] if cell] for row in rows]
    assert figures[0] == OLDEST
    assert [row[-1] for row in figures] == DIAGONAL
    assert sum(map(sum, figures)) == 140_447_514


def test_shipped_triangle_is_understood_without_a_note_on_its_shape() -> None:
    found = read_triangle(TAYLOR_ASHE.read_bytes(), filename=TAYLOR_ASHE.name)
    assert found.problems == ()
    assert found.notes == ("The figures are taken as paid losses.",)
    assert found.latest_diagonal_total == 34_358_090.0
    assert found.valuation_date == "2010-12-31"
    assert found.cumulative is True


def test_shipped_triangle_names_its_source() -> None:
    source = TAYLOR_ASHE.with_suffix(".md").read_text()
    assert "Journal of Econometrics 23 (1983)" in source
    assert "ASTIN Bulletin 23(2) (1993)" in source
