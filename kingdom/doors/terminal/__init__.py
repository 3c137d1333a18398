"""A chat in a terminal."""
