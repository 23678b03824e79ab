"""Trail, ledger and disclosure of a chain: read, verified, never changed."""

import re
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from judgment_console.identity import actor_of
from judgment_console.ledger.disclosure import build_disclosure
from judgment_console.ledger.document import Disclosure
from judgment_console.ledger.entries import instant
from judgment_console.ledger.markdown import to_markdown
from judgment_console.queries import access
from judgment_console.queries import disclosures as material_reads
from judgment_console.queries import records as reads
from judgment_console.queries.rows import ChainRow
from judgment_console.reviews import context
from judgment_console.reviews.htmx import HtmxHttpRequest, show, signed_in

_UNSAFE = re.compile(r"[^A-Za-z0-9]+")


@require_safe
@signed_in
def trail(request: HtmxHttpRequest, chain_id: UUID) -> HttpResponse:
    """What happened in a chain, entry by entry."""
    return _records(request, chain_id, "reviews/trail.html")


@require_safe
@signed_in
def ledger(request: HtmxHttpRequest, chain_id: UUID) -> HttpResponse:
    """What was assumed in a chain, entry by entry."""
    return _records(request, chain_id, "reviews/ledger.html")


@require_safe
@signed_in
def disclosure(request: HtmxHttpRequest, chain_id: UUID) -> HttpResponse:
    """The document of a chain as a page."""
    chain = access.chain_for(actor_of(request).user_id, chain_id)
    given = {
        "chain": chain,
        "zone": chain.member.zone,
        "document": _document(request, chain),
    }
    return show(request, "reviews/disclosure.html", given)


@require_safe
@signed_in
def disclosure_markdown(request: HtmxHttpRequest, chain_id: UUID) -> HttpResponse:
    """The same document as a Markdown file."""
    chain = access.chain_for(actor_of(request).user_id, chain_id)
    text = to_markdown(_document(request, chain))
    name = _UNSAFE.sub("-", chain.title).strip("-").lower() or "chain"
    return HttpResponse(
        text,
        content_type="text/markdown; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.md"'},
    )


def _records(request: HtmxHttpRequest, chain_id: UUID, template: str) -> HttpResponse:
    chain = access.chain_for(actor_of(request).user_id, chain_id)
    given = {
        "chain": chain,
        "zone": chain.member.zone,
        "records": reads.records_of(chain),
    }
    return show(request, template, given)


def _document(request: HtmxHttpRequest, chain: ChainRow) -> Disclosure:
    made_at = instant(context.at(request))
    return build_disclosure(material_reads.material_of(chain, made_at=made_at))
