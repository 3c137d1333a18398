"""Verdicts of the King on messages that no specialist has to answer: an emergency and small talk."""

from kingdom.orchestrator.king.candidate_search import Candidates
from kingdom.orchestrator.king.routing_rules import RouteVerdict
from kingdom.orchestrator.message_rules.emergencies import emergency_of
from kingdom.orchestrator.small_talk.recognition import small_talk_of
from kingdom.routing.ranking import RankedCandidate


def emergency_verdict(text: str) -> RouteVerdict | None:
    """Return the verdict on a message about an emergency, whatever else it asks for; None for any other."""
    if emergency_of(text) is None:
        return None
    return RouteVerdict("general", None, "The message tells of an emergency: the number to call comes first.")


def small_talk_verdict(text: str, candidates: Candidates) -> RouteVerdict | None:
    """Return the verdict on small talk; None when the message says more or is an example of a specialist."""
    if small_talk_of(text) is None or any(is_example(text, candidate) for candidate in candidates.ranked):
        return None
    return RouteVerdict("general", None, "The message needs no specialist: it is small talk or asks about Kingdom.")


def is_example(text: str, candidate: RankedCandidate) -> bool:
    """Return whether a message is the nearest example of a candidate that the user did not reject for it."""
    return candidate.found.nearest.strip().casefold() == text.strip().casefold() and not candidate.refused
