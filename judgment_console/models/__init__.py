"""Tables and constraints, no behaviour; what changes a row is in services.

The entry table is not re-exported: only queries, admin and one service may import
``judgment_console.models.entries``.
"""

from judgment_console.models import entries as entries
from judgment_console.models.chains import Chain, Gate, Round, Seat
from judgment_console.models.datasets import Dataset, Segment, Upload
from judgment_console.models.decisions import Attempt, Decision, Draft, WhatIf
from judgment_console.models.notices import ApprovalLink, Notice
from judgment_console.models.outbox import Outbox
from judgment_console.models.people import Membership, Policy, Workspace
from judgment_console.models.pictures import Picture

__all__ = [
    "ApprovalLink",
    "Attempt",
    "Chain",
    "Dataset",
    "Decision",
    "Draft",
    "Gate",
    "Membership",
    "Notice",
    "Outbox",
    "Picture",
    "Policy",
    "Round",
    "Seat",
    "Segment",
    "Upload",
    "WhatIf",
    "Workspace",
]
