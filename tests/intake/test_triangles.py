from judgment_console.intake.triangles import (
    cumulated,
    latest_total,
    running_totals,
    scaled,
)

TRIANGLE = {
    "measure": "paid",
    "cumulative": False,
    "values": [[100.0, 50.0, 0.0], [110.0, 60.0, None], [None, None, None]],
}


def test_scaled_multiplies_and_keeps_missing() -> None:
    assert scaled(TRIANGLE, 1000)["values"] == [
        [100_000.0, 50_000.0, 0.0],
        [110_000.0, 60_000.0, None],
        [None, None, None],
    ]


def test_cumulated_adds_along_each_origin() -> None:
    assert cumulated(TRIANGLE) == {
        "measure": "paid",
        "cumulative": True,
        "values": [[100.0, 150.0, 150.0], [110.0, 170.0, None], [None, None, None]],
    }


def test_running_totals_after_a_gap_are_not_known() -> None:
    assert running_totals([1.0, None, 2.0]) == [1.0, None, None]


def test_latest_total_takes_the_last_figure_of_each_origin() -> None:
    assert latest_total(cumulated(TRIANGLE)) == 320.0
