"""Intake: bytes that a person uploaded become plain data, or every problem at once."""
