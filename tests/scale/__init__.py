"""Behaviour with many rows."""
