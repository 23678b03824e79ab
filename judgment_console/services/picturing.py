"""Pictures of a round's charts: drawn by the worker, stored when the round parks."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judgment_console.evidence.drawing import (
    DrawingError,
    draw,
    picture_digest,
    pictured,
)
from judgment_console.models import Picture

logger = logging.getLogger("judgment_console.pictures")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A picture and the digest of the spec and rows that it shows."""

    digest: str
    svg: str


def draw_charts(evidence: Any) -> tuple[Drawn, ...]:
    """The charts of a gate's evidence that are not stored yet; no transaction open.

    A chart that cannot be drawn is noted in the system log and left out: the gate
    parks without it, and its page says so beside the table.
    """
    blocks = evidence.get("blocks") if isinstance(evidence, Mapping) else None
    charts = {
        picture_digest(spec, rows): (name, spec, rows)
        for name, spec, rows in pictured(blocks)
    }
    kept = Picture.objects.filter(digest__in=charts).values_list("digest", flat=True)
    for digest in kept:
        del charts[digest]
    found = []
    for digest, (name, spec, rows) in charts.items():
        try:
            found.append(Drawn(digest=digest, svg=draw(spec, rows)))
        except DrawingError as error:
            logger.warning("chart %s is left out: %s", name, error)
    return tuple(found)


def store(pictures: tuple[Drawn, ...], *, at: datetime) -> None:
    """Keep the pictures; one that is there already stays as it is."""
    rows = [Picture(digest=each.digest, svg=each.svg, at=at) for each in pictures]
    Picture.objects.bulk_create(rows, ignore_conflicts=True)
