"""What the ministers tell the rooms above them."""

from django.dispatch import Signal

# Sent with ``review`` INSIDE the transaction that overturns it, once: what a receiver writes is committed with it, or not at all. Whatever
# else was blocked for the same content (``subjects_blocked``) may pass from then on too. A receiver must not reach outside the database.
review_overturned = Signal()
