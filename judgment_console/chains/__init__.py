"""Chains that ship, and the catalogue that finds a definition by id and version."""
