"""Who acts, through which channel; made by ``identity`` alone."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A signed-in person and the channel of this one act."""

    user_id: int
    channel: Literal["web", "email"] = "web"
