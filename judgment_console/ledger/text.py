"""What counts as blank, and what text a person may send."""

import re
import unicodedata

from judgment_console.errors import JudgmentError

# Letters and symbols that are drawn as empty space. Combining marks, controls,
# format characters and separators are dropped by their category instead.
_BLANK_LETTERS = frozenset(
    "\u115f\u1160\u3164\uffa0\u2800\U0001d159\U00013441\U00013442"
)
_UNSEEN_CATEGORIES = ("C", "M", "Z")

_HIDDEN = re.compile("[\0\u202a-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]")


def is_blank(text: str) -> bool:
    """Whether a reader would see nothing in the text.

    Dropped before looking: controls, format characters, surrogates, private and
    unassigned code points, separators, combining marks and letters drawn as space.
    """
    return not any(_is_seen(char) for char in unicodedata.normalize("NFC", text))


def typed_text(text: str, *, limit: int = 20_000) -> str:
    """The text as it is kept: CRLF and CR become LF, nothing else changes.

    Raises JudgmentError HIDDEN_CHARACTERS for characters that reorder or hide what
    is read (bidirectional overrides, embeddings and isolates, tags, NUL, lone
    surrogates) and TEXT_TOO_LONG beyond `limit` characters.
    """
    kept = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(kept) > limit:
        raise JudgmentError(
            "TEXT_TOO_LONG",
            f"The text has {len(kept):,} characters; at most {limit:,} are allowed.",
            limit=limit,
            length=len(kept),
        )
    hidden = sorted({f"U+{ord(char):04X}" for char in _HIDDEN.findall(kept)})
    if hidden:
        raise JudgmentError(
            "HIDDEN_CHARACTERS",
            "The text holds characters that hide or reorder what is read: "
            f"{', '.join(hidden[:10])}. Remove them and send it again.",
            characters=hidden,
        )
    return kept


def _is_seen(char: str) -> bool:
    if char in _BLANK_LETTERS:
        return False
    return not unicodedata.category(char).startswith(_UNSEEN_CATEGORIES)
