"""Signals that the Council sends to the rooms above it."""

from django.dispatch import Signal

# Sent with ``case`` inside the transaction that opens it, when the case names a conversation or a message. A receiver
# returns True when it knows them, or raises NotFound or BadInput, which the user reads. Without a True the case is not
# opened.
case_opening = Signal()

# Sent with ``case`` once, inside the transaction that completes it: the specialist can be routed to as soon as it
# commits. A receiver must use nothing but the database.
case_completed = Signal()

# Sent with ``user_id`` and ``limit``. A receiver returns the user's newest messages that nobody could serve, as
# ``(id, text)``.
unserved_messages = Signal()
