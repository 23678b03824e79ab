"""From a chart's spec and rows to a picture that a strict page can hold inline.

Only a worker draws: the library is imported when a picture is drawn. A picture has no
style, script, link or class, and takes colours and font from the page around it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from judgment_console.ledger.canonical import canonical_text, digest, plain

VEGA_LITE = "6.4"

CONFIG: Mapping[str, Any] = {
    "background": "transparent",
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": "var(--chart-label)",
        "titleColor": "var(--chart-label)",
        "domainColor": "var(--chart-edge)",
        "tickColor": "var(--chart-edge)",
        "gridColor": "var(--chart-grid)",
        "labelFontSize": 13,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "labelLimit": 160,
    },
    "point": {"opacity": 1},
    "line": {"strokeCap": "round"},
}

_SVG = "{http://www.w3.org/2000/svg}"
_ELEMENTS = frozenset(
    {"svg", "g", "path", "line", "rect", "circle", "text", "tspan", "defs", "clipPath"}
)
_KEPT_NAMES = (
    "cx cy d dx dy fill fill-opacity font-size font-style font-weight height id opacity"
    " r rx ry stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin"
    " stroke-miterlimit stroke-opacity stroke-width text-anchor transform viewBox width"
    " x x1 x2 y y1 y2 clip-path"
)
_DROPPED_NAMES = (
    "aria-hidden aria-label aria-roledescription class cursor display font-family"
    " pointer-events role version"
)
_KEPT = frozenset(_KEPT_NAMES.split())
_DROPPED = frozenset(_DROPPED_NAMES.split())
_PLACES = frozenset({"d", "transform", "x", "x1", "x2", "y", "y1", "y2"})
_LONG = re.compile(r"-?\d+\.\d{3,}(?!\d|e)")
_CLIP = re.compile(r"url\(#([\w-]+)\)")


class DrawingError(Exception):
    """A chart that cannot be drawn; its table stands without it."""


def picture_digest(spec: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """What a picture is found by: the digest of its spec and rows."""
    return digest("picture", canonical_text({"spec": spec, "rows": rows}))


def pictured(blocks: Any) -> Iterator[tuple[str, dict[str, Any], list[Any]]]:
    """Block id, spec and rows of each chart among blocks; they may be any JSON.

    A chart without a spec, or without the rows of its table, is passed over.
    """
    given = blocks if isinstance(blocks, list | tuple) else ()
    found = [each for each in given if isinstance(each, Mapping)]
    tables = {
        str(each.get("id")): each["rows"]
        for each in found
        if isinstance(each.get("rows"), list | tuple)
    }
    for each in found:
        spec, rows = each.get("spec"), tables.get(str(each.get("table")))
        if each.get("kind") == "chart" and isinstance(spec, Mapping) and rows:
            words = {name: str(each.get(name, "")) for name in ("title", "description")}
            yield str(each.get("id")), {**spec, **words}, list(rows)


def draw(spec: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """The chart as SVG text; "title" and "description" of the spec name it.

    The same spec and rows give the same text. Raises DrawingError for a spec that
    reads from elsewhere, that is no chart, or whose picture has what none may have.
    """
    for name in _names(spec):
        if name in ("url", "data", "href", "datasets"):
            raise DrawingError(f"A chart takes its rows from its table, not by {name}.")
    name = f"picture-{picture_digest(spec, rows)[:16]}"
    root = _parsed(_rendered(spec, rows))
    _tidy(root)
    _check(root, _clip_names(root, name))
    _entitle(root, name, spec)
    return ElementTree.tostring(root, encoding="unicode")


def _rendered(spec: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    shown = {name: each for name, each in spec.items() if name != "title"}
    whole: Any = plain({**shown, "data": {"values": rows}})
    try:
        import vl_convert

        text: str = vl_convert.vegalite_to_svg(
            whole,
            vl_version=VEGA_LITE,
            config=dict(CONFIG),
            allowed_base_urls=[],
        )
    except (ImportError, ValueError) as error:
        first, *_ = str(error).splitlines() or [""]
        raise DrawingError(f"The chart cannot be drawn: {first}") from error
    return text


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield str(name)
            yield from _names(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _names(item)


def _parsed(text: str) -> ElementTree.Element:
    try:
        # Written by our own renderer a moment ago, with no document type.
        return ElementTree.fromstring(text)  # noqa: S314
    except ElementTree.ParseError as error:
        raise DrawingError(f"The picture is no XML: {error}") from error


def _tidy(element: ElementTree.Element) -> None:
    """Take out what is never seen: empty frames of groups, unfilled or hidden."""
    for child in list(element):
        frame = child.get("class") in ("background", "foreground")
        if frame and (child.get("display") == "none" or not child.get("fill")):
            element.remove(child)
        else:
            _tidy(child)


def _clip_names(root: ElementTree.Element, name: str) -> dict[str, str]:
    """Own ids for the renderer's, which count up for as long as a worker lives."""
    found = [each.get("id", "") for each in root.iter(f"{_SVG}clipPath")]
    return {each: f"{name}-clip-{number}" for number, each in enumerate(found, 1)}


def _check(element: ElementTree.Element, clips: Mapping[str, str]) -> None:
    element.tag = element.tag.removeprefix(_SVG)
    if element.tag not in _ELEMENTS:
        raise DrawingError(f"A picture may not hold <{element.tag}>.")
    for key, value in list(element.attrib.items()):
        if key in _DROPPED:
            del element.attrib[key]
        elif key not in _KEPT:
            raise DrawingError(f"A picture may not have {key!r}.")
        elif key in ("id", "clip-path"):
            element.set(key, _own(key, value, clips))
        elif "url(" in value:
            raise DrawingError(f"A picture may not point elsewhere, as {key!r} does.")
        elif key in _PLACES:
            element.set(key, _LONG.sub(lambda found: f"{float(found[0]):.2f}", value))
    if element.get("opacity") == "1":
        del element.attrib["opacity"]
    for child in element:
        _check(child, clips)


def _own(key: str, value: str, clips: Mapping[str, str]) -> str:
    found = _CLIP.fullmatch(value if key == "clip-path" else f"url(#{value})")
    if found is None or found[1] not in clips:
        raise DrawingError(f"A picture may not point elsewhere, as {key!r} does.")
    own = clips[found[1]]
    return f"url(#{own})" if key == "clip-path" else own


def _entitle(root: ElementTree.Element, name: str, spec: Mapping[str, Any]) -> None:
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title")
    root.set("aria-describedby", f"{name}-description")
    for place, part in enumerate(("title", "description")):
        element = ElementTree.Element("desc" if place else "title")
        element.set("id", f"{name}-{part}")
        element.text = str(spec.get(part, ""))
        root.insert(place, element)
