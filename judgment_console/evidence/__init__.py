"""Evidence: figures for a gate as plain JSON, and the only layer with the engine."""
