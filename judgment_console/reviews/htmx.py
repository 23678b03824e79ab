"""What every view shares: who may ask, fragments, and answers to HTMX."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import urlencode
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from judgment_console.identity import actor_of

P = ParamSpec("P")


class HtmxHttpRequest(HttpRequest):
    """A request that went through the HTMX middleware."""

    htmx: HtmxDetails


View = Callable[Concatenate[HtmxHttpRequest, P], HttpResponseBase]


def signed_in(view: View[P]) -> View[P]:
    """Only signed-in people; others are led to the sign-in page and back.

    HTMX gets the redirect as a header, so no sign-in form lands in a fragment. A form
    sent without a session is refused with its words shown, and never sent again.
    """

    @wraps(view)
    def guarded(
        request: HtmxHttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        if not request.user.is_authenticated and request.htmx:
            return HttpResponseClientRedirect(sign_in_url(request))
        if not request.user.is_authenticated and request.method in ("GET", "HEAD"):
            return redirect_to_login(request.get_full_path())
        actor_of(request)
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("HX-Request",))
        return response

    return guarded


def sign_in_url(request: HtmxHttpRequest) -> str:
    """The sign-in page, which leads back to the page that was open."""
    page = request.htmx.current_url_abs_path
    if not page:
        page = request.get_full_path() if request.method == "GET" else "/"
    return f"{resolve_url('account_login')}?{urlencode({'next': page})}"


def show(
    request: HtmxHttpRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    part: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, or for an HTMX request only its named part."""
    name = f"{template}#{part}" if part and request.htmx else template
    return render(request, name, dict(context), status=status)


def lead_to(request: HtmxHttpRequest, name: str, *args: Any) -> HttpResponse:
    """After a change: go to another page, in HTMX by header."""
    url = resolve_url(name, *args)
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
