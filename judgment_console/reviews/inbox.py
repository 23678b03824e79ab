"""The inbox: what waits for me, for the team, what I started, what I decided."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe
from django_htmx.http import push_url, reswap, retarget

from judgment_console.queries import inbox as reads
from judgment_console.queries.inbox_filters import SORTS, Wanted
from judgment_console.queries.rows import MemberRow
from judgment_console.reviews import definitions
from judgment_console.reviews import inbox_asking as asking
from judgment_console.reviews import inbox_live as live
from judgment_console.reviews.context import Shell, shell_of
from judgment_console.reviews.htmx import HtmxHttpRequest, show, signed_in
from judgment_console.reviews.inbox_lines import lines

TEMPLATE = "reviews/inbox.html"
LIST = "reviews/inbox/list.html"


@require_safe
@signed_in
def inbox(request: HtmxHttpRequest) -> HttpResponse:
    """One of the four lists; the address keeps search, filters, order and place.

    HTMX gets the part that it replaces: the whole inbox, the list, the rows after a
    place, or, when it asks again and nothing changed, only the time of the look.
    """
    wanted = asking.wanted_from(request.GET)
    shell = shell_of(request)
    if shell.member is None:
        return show(request, "reviews/no_workspace.html", {})
    target = request.htmx.target if request.htmx else ""
    answer = {"pager": _more, "live": _again}.get(target or "", _whole)
    response = answer(request, wanted, shell, shell.member)
    patch_vary_headers(response, ("HX-Target",))
    return response


def _whole(
    request: HtmxHttpRequest, wanted: Wanted, shell: Shell, member: MemberRow
) -> HttpResponse:
    given = _list(wanted, shell, member, reads.PAGE)
    given |= _controls(wanted, member, given["page"])
    if request.htmx.target == "list":
        given["announce"] = live.found(wanted, given["page"])
        response = render(request, LIST, given)
    else:
        response = show(request, TEMPLATE, given, part="inbox")
    return push_url(response, asking.address(wanted)) if request.htmx else response


def _more(
    request: HtmxHttpRequest, wanted: Wanted, shell: Shell, member: MemberRow
) -> HttpResponse:
    page = reads.page(member, wanted, at=shell.now, size=reads.PAGE)
    first = replace(wanted, after=request.GET.get("begin", ""))
    given = _common(first, shell, member, page)
    given |= live.onward(
        first,
        page,
        seen=live.continued(request.GET.get("live", ""), page.rows, shell.now),
        count=live.shown(request.GET.get("shown", "")) + len(page.rows),
        badge=request.GET.get("badge", ""),
    )
    return render(request, "reviews/inbox/more.html", given)


def _again(
    request: HtmxHttpRequest, wanted: Wanted, shell: Shell, member: MemberRow
) -> HttpResponse:
    """The list if it changed, else only when it was looked at."""
    size = max(live.shown(request.GET.get("shown", "")), reads.PAGE)
    given = _list(wanted, shell, member, size)
    if request.GET.get("live") == given["seen"]:
        return render(request, "reviews/inbox/live.html", given)
    if request.GET.get("badge", "") != shell.badge:
        given["announce"] = live.waiting(shell.badge)
    segments = reads.segments(member.workspace_id) if wanted.segment else []
    given |= {"oob": True, "filter": _filter(wanted, given["page"], dict(segments))}
    response = render(request, LIST, given)
    return retarget(reswap(response, "outerHTML"), "#list")


def _list(wanted: Wanted, shell: Shell, member: MemberRow, size: int) -> dict[str, Any]:
    counts = {"mine": shell.badge, "history": "", **reads.counts(member, at=shell.now)}
    page = reads.page(member, wanted, at=shell.now, size=size)
    seen = live.version(page.rows, counts, shell.now)
    empty = not page.rows and not wanted.filtered and not wanted.after
    count = len(page.rows)
    return {
        "tabs": [(tab, asking.TAB_WORDS[tab], counts[tab]) for tab in reads.TABS],
        "last": reads.last(member, wanted.tab) if empty else None,
        "seen": seen,
        **_common(wanted, shell, member, page),
        **live.onward(wanted, page, seen=seen, count=count, badge=shell.badge),
    }


def _common(
    wanted: Wanted, shell: Shell, member: MemberRow, page: reads.InboxPage
) -> dict[str, Any]:
    admin = "admin" in member.roles
    shown = lines(page.rows, wanted.tab, admin=admin)
    return {
        "tab": wanted.tab,
        "title": asking.TITLES[wanted.tab],
        "wanted": wanted,
        "page": page,
        "zone": member.zone,
        "lines": shown,
        "selects": any(line.selects for line in shown),
        "assigns": admin,
        "query": asking.query_of(asking.at_the_top(wanted)),
        "clear": asking.address(asking.cleared(wanted)),
        "top": asking.address(asking.at_the_top(wanted)) if wanted.after else "",
    }


def _controls(
    wanted: Wanted, member: MemberRow, page: reads.InboxPage
) -> dict[str, Any]:
    segments = reads.segments(member.workspace_id)
    specs = definitions.choices()
    chains = {str(row.chain_id): row.chain for row in page.rows}
    if wanted.chain and wanted.chain not in {**dict(specs), **chains}:
        chains[wanted.chain] = asking.chain_words(wanted.chain)
    return {
        "specs": specs,
        "chains": sorted(chains.items(), key=lambda item: item[1]),
        "segments": segments,
        "times": [] if wanted.tab == "history" else list(asking.TIME_WORDS.items()),
        "sorts": [(name, asking.SORT_WORDS[name]) for name in SORTS[wanted.tab]],
        "filter": _filter(wanted, page, dict(segments)),
    }


def _filter(wanted: Wanted, page: reads.InboxPage, segments: Mapping[UUID, str]) -> str:
    chains = {str(row.chain_id): row.chain for row in page.rows}
    return asking.in_words(wanted, chains=chains, segments=segments)
