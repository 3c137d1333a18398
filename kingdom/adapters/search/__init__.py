"""Web search behind one port."""
