"""Layer reviews: the pages people work on, complete without JavaScript."""
