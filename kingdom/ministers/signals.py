"""Signals of the ministers for the rooms above them."""

from django.dispatch import Signal

# Sent once with ``review`` inside the transaction that overturns it, so that a receiver's writes commit with it. Other
# subjects that were blocked for the same content (``blocked_subjects``) are unblocked too. A receiver must not call
# anything outside the database.
review_overturned = Signal()
