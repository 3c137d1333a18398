"""Requeueing of sessions whose worker or message was lost."""

from kingdom.cognition.inputs import Failure
from kingdom.core.text.sentences import sentence
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.dispatch import session_jobs
from kingdom.sessions.models import Session


def sessions_reap() -> int:
    """Send lost sessions again and end lost trials; return how many. Periodic, safe to run twice."""
    return session_jobs.reap(on_orphan=_end_trial)


def _end_trial(session: Session) -> bool:
    """End a trial, because its training runs that test again. Returns False for any other session."""
    if session.purpose != Session.Purpose.TRIAL:
        return False
    failure = Failure(code="abandoned", message=sentence("Its training ended before it."))
    session_finish(session, SessionResult(state="cancelled", failure=failure))
    return True
