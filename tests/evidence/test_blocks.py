from judgment_console.evidence import blocks


def test_flags_put_the_most_serious_first_and_keep_the_order_of_equals() -> None:
    items = [
        blocks.flag("note", "a"),
        blocks.flag("check", "b", "t:1"),
        blocks.flag("fail", "c"),
        blocks.flag("check", "d"),
    ]
    found = blocks.flags("look", "Look", items)
    assert [item["text"] for item in found["items"]] == ["c", "b", "d", "a"]


def test_table_without_unit_has_no_unit() -> None:
    made = blocks.table(
        "t",
        "Title",
        tab="main",
        columns=[blocks.column("x", "X", "money")],
        rows=[{"id": "1", "x": None}],
    )
    assert made == {
        "kind": "table",
        "id": "t",
        "title": "Title",
        "tab": "main",
        "columns": [{"key": "x", "label": "X", "format": "money"}],
        "rows": [{"id": "1", "x": None}],
    }


def test_table_with_unit_names_it() -> None:
    made = blocks.table("t", "T", tab="main", columns=[], rows=[], unit="USD")
    assert made["unit"] == "USD"


def test_figure_without_note_has_no_note() -> None:
    assert blocks.figure("A", 1.0, "money") == {
        "label": "A",
        "value": 1.0,
        "format": "money",
    }


def test_text_on_a_tab_says_which() -> None:
    assert blocks.text("a", "A", "words", tab="diagnostics")["tab"] == "diagnostics"
    assert "tab" not in blocks.text("a", "A", "words")
