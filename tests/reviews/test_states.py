"""Each state that a row can have is drawn with an icon and a word."""

import pytest
from django.template import Context, Template

from judgment_console.models import Chain, Decision, Gate, Upload
from judgment_console.reviews import states

TABLES = [
    (Chain, "state", states.CHAIN),
    (Gate, "state", states.GATE),
    (Upload, "state", states.UPLOAD),
]


@pytest.mark.parametrize(("model", "column", "table"), TABLES)
def test_every_state_is_drawn(
    model: type[Chain], column: str, table: dict[str, states.Shown]
) -> None:
    choices = [value for value, _ in model._meta.get_field(column).choices or ()]

    assert set(table) == set(choices)
    assert all(colour and icon and word for colour, icon, word in table.values())


def test_every_verb_is_drawn() -> None:
    choices = [value for value, _ in Decision._meta.get_field("verb").choices or ()]

    assert set(choices) <= set(states.VERB)


def test_chip_reads_its_word_and_hides_its_icon() -> None:
    drawn = Template("{% load console %}{% gate_state 'parked' %}").render(Context())

    assert drawn == (
        '<span class="state state-here"><span class="icon" aria-hidden="true">●</span>'
        "<span>waiting for a decision</span></span>"
    )
