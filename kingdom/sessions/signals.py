"""What the sessions room tells the rooms above it."""

from django.dispatch import Signal

# Sent with ``session`` INSIDE the transaction that moves it to a final state, once and only once: what a receiver writes is
# committed together with that state, or not at all. A receiver must not reach outside the database.
session_finished = Signal()
