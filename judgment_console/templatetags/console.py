"""Filters and tags of the templates; how things are written is in reviews/formats."""

from datetime import date, datetime, timedelta
from typing import Any

from django import template
from django.forms import BoundField
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from judgment_console.ledger.figures import said
from judgment_console.reviews import formats, states

register = template.Library()

register.filter("cell", formats.in_cell)
register.filter("sentence", formats.in_sentence)
register.filter("signed", formats.signed)
register.filter("opening", formats.opening)


@register.filter
def day(value: date | str | None) -> SafeString:
    """A date, given as one or as ISO text."""
    if not value:
        return formats.MISSING
    found = date.fromisoformat(value[:10]) if isinstance(value, str) else value
    return format_html(
        '<time class="nowrap" datetime="{}">{}</time>',
        f"{found:%Y-%m-%d}",
        formats.day(found),
    )


@register.simple_tag(takes_context=True)
def moment(context: template.Context, value: datetime | None, zone: str) -> SafeString:
    """An instant in a workspace's zone; ``{% moment at zone %}``."""
    if value is None:
        return formats.MISSING
    return _time(value, formats.moment(value, zone, _now(context)), "")


@register.simple_tag
def clock_time(value: datetime, zone: str) -> SafeString:
    """A time of day to the second in a workspace's zone."""
    return _time(value, formats.clock_time(value, zone), "")


@register.simple_tag(takes_context=True)
def since(context: template.Context, value: datetime, zone: str) -> SafeString:
    """How long ago; the instant itself on hover and for screen readers."""
    passed = formats.span(_now(context) - value)
    return _time(value, passed, formats.moment(value, zone, _now(context)))


@register.simple_tag(takes_context=True)
def due(context: template.Context, value: datetime | None, zone: str) -> SafeString:
    """A chip that says how a due time stands, with icon, word and colour."""
    if value is None:
        return SafeString('<span class="state">no due time</span>')
    now = _now(context)
    written = formats.moment(value, zone, now)
    if value < now:
        return states.chip("bad", "!", formats.overdue(value - now), written)
    if value - now < timedelta(days=2):
        return states.chip("wait", "◔", formats.due(value, now), written)
    return states.chip("idle", "◔", formats.due(value, now), written)


@register.simple_tag
def chain_state(state: str) -> SafeString:
    """A chain's state as icon, word and colour."""
    return states.chip(*states.CHAIN[state])


@register.simple_tag
def gate_state(state: str) -> SafeString:
    """A gate's state as icon, word and colour."""
    return states.chip(*states.GATE[state])


@register.simple_tag
def upload_state(state: str) -> SafeString:
    """An upload's state as icon, word and colour."""
    return states.chip(*states.UPLOAD[state])


@register.simple_tag
def verb(name: str) -> SafeString:
    """A decision's verb in the past tense, as icon, word and colour."""
    return states.chip(*states.VERB.get(name, ("idle", "·", name)))


@register.filter
def point(state: str) -> str:
    """How a gate stands on the timeline: done, here, bad or next."""
    return {"good": "done", "here": "here", "wait": "here", "bad": "bad"}.get(
        states.GATE[state][0], "next"
    )


@register.filter
def point_icon(state: str) -> str:
    """The icon of a gate's state."""
    return states.GATE[state][1]


@register.filter
def recorded(value: Any) -> str | SafeString:
    """A value of the ledger, in full."""
    if value is None:
        return SafeString("")
    return formats.in_full(value) if formats.is_number(value) else said(value)


@register.filter
def kind_of_cell(value: Any) -> str:
    """The class of a ledger cell: numbers stand right, words have room."""
    if value is None or formats.is_number(value):
        return "num"
    return "words" if len(said(value)) > 24 else ""


@register.filter
def breakable(name: str) -> SafeString:
    """A dotted name that may break after its dots."""
    return format_html_join(
        SafeString("<wbr>."), "{}", ((part,) for part in name.split("."))
    )


@register.filter
def short(digest: str) -> str:
    """A digest short enough to compare by eye: 9f3c…e1a0."""
    return f"{digest[:4]}…{digest[-4:]}" if len(digest) > 12 else digest


@register.filter
def described(field: BoundField) -> BoundField:
    """The bound field with the attributes that tie hint and error to its control."""
    ids = [f"{field.auto_id}-hint"] if field.help_text else []
    attrs: dict[str, Any] = {}
    if field.errors:
        ids.append(f"{field.auto_id}-error")
        attrs["aria-invalid"] = "true"
    if ids:
        attrs["aria-describedby"] = " ".join(ids)
    field.field.widget.attrs.update(attrs)
    return field


def _now(context: template.Context) -> datetime:
    now: datetime = context["shell"].now
    return now


def _time(value: datetime, shown: str, title: str) -> SafeString:
    if not title:
        return format_html(
            '<time class="nowrap" datetime="{}">{}</time>', value.isoformat(), shown
        )
    return format_html(
        '<time class="nowrap" datetime="{}" title="{}">{}</time>',
        value.isoformat(), title, shown,
    )  # fmt: skip
