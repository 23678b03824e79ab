"""Each state as colour, icon and word; the same everywhere."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.html import format_html
from django.utils.safestring import SafeString

Shown = tuple[str, str, str]

CHAIN: Mapping[str, Shown] = MappingProxyType(
    {
        "running": ("here", "▸", "running"),
        "completed": ("good", "✓", "completed"),
        "rejected": ("bad", "✕", "rejected"),
        "recalled": ("idle", "↶", "recalled"),
        "needs_attention": ("bad", "!", "needs attention"),
    }
)
GATE: Mapping[str, Shown] = MappingProxyType(
    {
        "waiting": ("idle", "○", "not yet"),
        "gathering": ("wait", "◔", "gathering evidence"),
        "gathering_failed": ("bad", "!", "evidence failed"),
        "parked": ("here", "●", "waiting for a decision"),
        "decided": ("wait", "◔", "decided, to be applied"),
        "applying": ("wait", "◔", "being applied"),
        "applied": ("good", "✓", "done"),
        "skipped": ("idle", "↷", "skipped"),
        "returned": ("wait", "↩", "returned to the preparer"),
        "rejected": ("bad", "✕", "rejected"),
        "apply_failed": ("bad", "!", "could not be applied"),
        "stalled": ("bad", "!", "could not resume"),
    }
)
UPLOAD: Mapping[str, Shown] = MappingProxyType(
    {
        "received": ("wait", "◔", "being read"),
        "understood": ("here", "●", "understood, to be confirmed"),
        "refused": ("bad", "✕", "refused"),
        "confirmed": ("good", "✓", "confirmed"),
    }
)
VERB: Mapping[str, Shown] = MappingProxyType(
    {
        "approve": ("good", "✓", "approved"),
        "adjust": ("good", "✎", "approved with adjustment"),
        "return": ("wait", "↩", "returned"),
        "reject": ("bad", "✕", "rejected"),
        "recall": ("idle", "↶", "recalled"),
    }
)


def chip(colour: str, icon: str, word: str, title: str = "") -> SafeString:
    """The state as a small label; ``title`` is read on hover."""
    hover = format_html(' title="{}"', title) if title else ""
    return format_html(
        '<span class="state state-{}"{}><span class="icon" aria-hidden="true">{}</span>'
        "<span>{}</span></span>",
        colour, hover, icon, word,
    )  # fmt: skip
