"""What the approvals room tells the rooms above it."""

from django.dispatch import Signal

# Sent with ``approval`` INSIDE the transaction that decides it or lets it expire, once and only once: what a receiver writes is
# committed together with the decision, or not at all. ``approval.state`` is ``decided`` (read ``choice`` and ``note``) or ``expired``
# (nobody answered: treat it as a no). A receiver must not reach outside the database.
approval_decided = Signal()

# What a receiver answers when it tells the person itself how an expired question ended: then the inbox does not tell it a second time.
ALREADY_NOTIFIED = "told"
