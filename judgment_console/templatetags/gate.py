"""Filters of the gate's templates."""

import json
from typing import Any

from django import template

from judgment_console.reviews import states
from judgment_console.reviews.decision_form import KEYS
from judgment_console.reviews.evidence_blocks import pairs

register = template.Library()


@register.filter
def stage(name: str) -> str:
    """A stage's slug as a heading: "booked-reserve" is read "Booked reserve"."""
    return name.replace("-", " ").capitalize()


@register.filter
def state_word(state: str) -> str:
    """A gate's state in words."""
    return states.GATE[state][2]


@register.filter
def past(verb: str) -> str:
    """A verb of a decision in the past tense."""
    return states.VERB.get(verb, ("", "", verb))[2]


@register.filter
def key(verb: str) -> str:
    """The key that chooses a verb."""
    return KEYS.get(verb, "")


@register.filter
def parsed(text: str) -> Any:
    """The value of a canonical JSON text."""
    return json.loads(text) if text else None


@register.filter
def pairs_of(text: str) -> list[tuple[str, Any]]:
    """A canonical JSON object as pairs of a name in words and a value."""
    found = json.loads(text) if text else {}
    return [(name.replace("_", " "), value) for name, value in pairs(found)]
