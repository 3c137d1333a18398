"""What the credentials room says."""

from django.dispatch import Signal

credential_warned = Signal()
"""Sent with ``credential`` in the transaction that records the warning: its owner is told once, or not at all."""
