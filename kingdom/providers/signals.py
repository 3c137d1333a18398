"""Signals of model calls, sent in a thread that may use the database."""

from django.dispatch import Signal

# Before each call, with ``user_id`` (None for a call of the installation itself). A receiver that raises refuses it.
model_call_starting = Signal()
# After each call, also a failed one, with ``user_id`` and ``usage``, which has the cost; and with the ``session_id`` of
# a call that is in no session's log, "" for any other.
model_call_metered = Signal()
