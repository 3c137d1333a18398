"""Policies: patterns over domain events that ask, block, notify or suspend; they never allow anything."""
