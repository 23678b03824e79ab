"""The pure record: canonical text, sealed entries, their verification, disclosure."""
