"""Operator face: what is started from a shell."""
