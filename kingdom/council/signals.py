"""What the Council tells the rooms above it."""

from django.dispatch import Signal

# Sent with ``case`` INSIDE the transaction that opens it, when it names a conversation or a message. A receiver that knows them answers
# True, or raises what its user may read (NotFound, BadInput) and nothing is opened. Without a True the case is not opened.
case_opening = Signal()

# Sent with ``case`` INSIDE the transaction that completes it, once: the specialist can be routed to from the same moment on.
# A receiver must not reach outside the database.
case_completed = Signal()
