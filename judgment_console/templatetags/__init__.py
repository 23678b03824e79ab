"""Layer reviews: where Django looks for template libraries."""
