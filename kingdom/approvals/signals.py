"""Signals of the approvals room for the rooms above it."""

from django.dispatch import Signal

# Sent once with ``approval`` inside the transaction that decides it or lets it expire; what a receiver writes commits
# with it. ``approval.state`` is ``decided`` (read ``choice`` and ``note``) or ``expired`` (treat it as a rejection).
# A receiver must not call anything outside the database.
approval_decided = Signal()

# A receiver returns this when it notifies the user of the expiry itself; the inbox then sends no notification.
ALREADY_NOTIFIED = "told"
