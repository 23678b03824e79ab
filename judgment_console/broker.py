"""The embedded broker: kombu's folder of messages, written so that none is read half.

kombu opens a message's file under its final name and writes it then; a worker that
looks in between reads an empty message and stops for good.
"""

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """The folder, with messages that appear whole."""

    def _put(self, queue: str, *message: Any, **_: Any) -> None:
        stamp = round(monotonic() * 1000)
        file = Path(self.data_folder_out) / f"{stamp}_{uuid4()}.{queue}.msg"
        unfinished = file.with_name(f"{file.name}.part")
        unfinished.write_bytes(str_to_bytes(dumps(*message)))
        unfinished.replace(file)


class Transport(filesystem.Transport):
    """What ``embedded://`` stands for."""

    Channel = Channel
