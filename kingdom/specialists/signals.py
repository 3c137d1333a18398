"""Signals of the registry, for the rooms above."""

from django.dispatch import Signal

# Sent in the transaction that makes another version serve, with ``specialist_id`` (UUID).
serving_version_changed = Signal()

# Sent in the transaction that deletes recordings of real replies, with ``cassette_ids`` (list of UUID).
cassettes_deleted = Signal()
