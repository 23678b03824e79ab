"""A parked gate to look at, and the people who look at it."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.html import strip_tags

from judgment_console.chains.catalogue import register
from judgment_console.models import Gate
from judgment_console.services import starting
from tests.factories import AT, METADATA, House, work
from tests.reviews.page_chain import SPEC

Send = Callable[..., Any]


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


@pytest.fixture
def gate(house: House) -> Gate:
    """The first gate of the page chain, waiting for a decision."""
    return start_page_chain(house)


@pytest.fixture
def reviewer(house: House, client: Client) -> Client:
    """A browser with the reviewer signed in."""
    client.force_login(house.user("reviewer"))
    return client


@pytest.fixture
def preparer(house: House) -> Client:
    """Another browser with the preparer signed in."""
    browser = Client()
    browser.force_login(house.user("preparer"))
    return browser


@pytest.fixture
def send(reviewer: Client) -> Send:
    """Send a gate's form as the reviewer, as drawn now and with changes."""

    def sent(gate: Gate, act: str = "decide", **changes: Any) -> Any:
        htmx = changes.pop("htmx", False)
        browser = changes.pop("browser", reviewer)
        fields = {**form_of(gate), **changes}
        headers = {"HX-Request": "true"} if htmx else {}
        given = {name: text for name, text in fields.items() if text is not None}
        return browser.post(address(gate, act), given, headers=headers)

    return sent


def start_page_chain(house: House, **metadata: str) -> Gate:
    """Start the page chain; its first gate is parked."""
    register(SPEC)
    chain_id = starting.start_chain(
        dataset_id=house.dataset(),
        spec_id=SPEC.id,
        title="Motor & home",
        metadata={**METADATA, **metadata},
        actor=house.actor("preparer"),
        at=AT,
    )
    work()
    return Gate.objects.get(chain_id=chain_id, position=0)


def form_of(gate: Gate) -> dict[str, str]:
    """The least a form carries: the last round, its digest, a verb and a reason."""
    round_ = gate.rounds.latest("number")
    return {
        "round": str(round_.number),
        "digest": round_.digest,
        "verb": "approve",
        "rationale": "The factors follow the data.",
    }


def address(gate: Gate, act: str = "") -> str:
    """The address of a gate, or of something done to it."""
    return f"/gates/{gate.pk}/{act}/" if act else f"/gates/{gate.pk}/"


def text_of(response: Any) -> str:
    """The page's words in one line, with references resolved."""
    words = unescape(strip_tags(response.text.replace("<", " <")))
    return re.sub(r" ([,.:;])", r"\1", " ".join(words.split()))
