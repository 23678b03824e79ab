"""Services: every write; each opens its transaction and takes actor and time."""
