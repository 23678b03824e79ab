"""The stored pictures of charts."""

from collections.abc import Iterable

from judgment_console.models import Picture


def pictures_of(digests: Iterable[str]) -> dict[str, str]:
    """SVG text by digest, in one query; a chart that was not drawn is absent.

    A picture shows nothing but the spec and rows that its digest is made from, so
    whoever may read those may see it.
    """
    found = Picture.objects.filter(digest__in=set(digests))
    return dict(found.values_list("digest", "svg"))
