"""Layer queries: every read a page needs, scoped to a workspace."""
