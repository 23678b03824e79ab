"""What was uploaded for a segment before a data set."""

import json
from typing import Any

from judgment_console.models import Chain, Dataset

MOST = 8


def earlier_uploads(chain: Chain) -> list[dict[str, Any]]:
    """The data sets confirmed for the chain's segment before its own, latest first.

    At most eight, as the data set input holds one, with "at" as ISO text.
    """
    own = chain.dataset
    if own is None:
        return []
    rows = Dataset.objects.filter(
        workspace_id=own.workspace_id, segment_id=own.segment_id, at__lt=own.at
    ).order_by("-at", "-pk")[:MOST]
    return [
        {**json.loads(row.content), "digest": row.digest, "at": row.at.isoformat()}
        for row in rows
    ]
