"""Pure routing rules: from ranked candidates to a verdict; task analysis without a language model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kingdom.cognition.message_reading.message_language import message_language
from kingdom.contracts.routes import Frequency, RouteKind, TaskAnalysis, is_one_time_request
from kingdom.orchestrator.king.continuation_phrases import CONTINUES, REFERS_BACK
from kingdom.orchestrator.king.request_context import NO_HISTORY, RequestHistory
from kingdom.orchestrator.message_rules.ability_requests import required_abilities
from kingdom.routing.embeddings.overrides import PastOverride
from kingdom.routing.ranking import RankedCandidate

# Differences of rank scores. TIE_MARGIN: on DEV, of two candidates this close, the first was right in 45 %, the
# second in 33 %.
TIE_MARGIN = 0.04
SWITCH_MARGIN = 0.1  # lead that another specialist needs over the one of the running conversation
# Odds ratios in favour of an uninstalled recipe. Of 120 recipe messages 18 went to a weak match; a ratio of 3
# recovers 11 of them and costs none of 146 other messages. A user's own specialist needs twice that: it was likely
# made for the task.
RECIPE_ODDS_RATIO = 3.0
RECIPE_ODDS_RATIO_OWN = 6.0
BRIEF_MESSAGE_WORDS = 4
BARE_CONTINUATION_WORDS = 3  # a message that names its own task has more
MAX_EXAMPLE_CHARS = 200  # a longer example is no button
FOLLOW_UP_MAX_WORDS = 15  # a longer message states its task in full

OWN_RULE = "you told a rule of your own"
SERVES_WISH = "you asked for a new specialist"  # of a candidate that would have been chosen

_FREQUENT = re.compile(
    r"\b(every (single )?"
    r"(day|week|month|year|quarter|morning|evening|night|time|hour|(mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"|each (day|week|month|year|quarter|morning|time)"
    r"|daily|weekly|monthly|quarterly|hourly|regularly|always|constantly|all the time"
    r"|keep (having|needing) to|keep (getting|receiving) (\S+ ){1,6}to \w+"
    r"|on a (daily|weekly|monthly|regular) basis"
    r"|(once|twice|(two|three|four|five|\d+) times) (a|per|each) (day|week|month|year))\b",
    re.IGNORECASE,
)
_OCCASIONAL = re.compile(
    r"\b(often|usually|sometimes|frequently|repeatedly|recurring|from now on|from time to time|now and then"
    r"|keep (getting|having|needing)|whenever|i (get|receive) (a lot of|lots of|many)|again and again)\b",
    re.IGNORECASE,
)
_STEPS = re.compile(r"\b(then|after that|afterwards|finally|and also|first|second|next)\b|;", re.IGNORECASE)
HIGH_COMPLEXITY_WORDS, MEDIUM_COMPLEXITY_WORDS = 60, 25


@dataclass(frozen=True)
class Thresholds:
    """Minimum probabilities of a candidate.

    ``shared`` applies to shared specialists, ``own`` to the user's own. Below ``low`` a candidate is not offered to
    the language model. With a calibration ``shared`` equals ``own``; without one both are the uncalibrated cosines of
    the settings.
    """

    shared: float
    own: float
    low: float

    def for_candidate(self, candidate: RankedCandidate) -> float:
        """Return the threshold of a candidate."""
        return self.shared if candidate.found.shared else self.own


@dataclass(frozen=True)
class RouteVerdict:
    """The outcome of routing. ``chosen`` is set for kind ``specialist``; ``undecided`` asks for a task analysis.

    ``wished``: the message asks for a new specialist, and no recipe fits.
    """

    kind: RouteKind
    chosen: RankedCandidate | None
    reason: str
    undecided: bool = False
    follow_up: bool = False
    wished: bool = False
    tells_rule: bool = False  # a wish by a rule of its own, which no specialist serves already
    override: str = ""  # digest of the message whose earlier override decided
    unavailable: str = ""  # why the chosen specialist cannot answer now, a code of ``set_aside``


def reaches_threshold(candidate: RankedCandidate, thresholds: Thresholds) -> bool:
    """Return whether a candidate may be chosen."""
    return not candidate.refused and candidate.probability >= thresholds.for_candidate(candidate)


def choose_by_similarity(ranked: Sequence[RankedCandidate], thresholds: Thresholds) -> RouteVerdict:
    """Choose by similarity alone. A near tie asks the user; shared candidates precede the user's own.

    A fork that its owner changed precedes its original, and the two are no tie.
    """
    eligible = [candidate for candidate in ranked if reaches_threshold(candidate, thresholds)]
    if not eligible:
        return RouteVerdict("general", None, _no_match_reason(ranked, thresholds), undecided=True)
    second = _near_tie(ranked, thresholds)
    if second is not None:
        names = f"{ranked[0].found.role} and {second.found.role}"
        return RouteVerdict("ask", ranked[0], f"{names} match about equally well.")
    chosen = next((candidate for candidate in eligible if candidate.found.shared), eligible[0])
    chosen = next((candidate for candidate in eligible if _is_own_fork(candidate, chosen)), chosen)
    figures = f"probability {chosen.probability:.2f}, threshold {thresholds.for_candidate(chosen):.2f}"
    return RouteVerdict("specialist", chosen, f"{chosen.found.role} matches best: {figures}.")


def _near_tie(ranked: Sequence[RankedCandidate], thresholds: Thresholds) -> RankedCandidate | None:
    """Return the second candidate if it would be chosen alone and is within the tie margin of the first."""
    if len(ranked) < 2 or ranked[1].refused or ranked[1].standalone_probability < thresholds.for_candidate(ranked[1]):
        return None
    if _is_own_fork(ranked[0], ranked[1]) or _is_own_fork(ranked[1], ranked[0]):
        return None
    return ranked[1] if ranked[0].rank - ranked[1].rank < TIE_MARGIN else None


def _is_own_fork(candidate: RankedCandidate, original: RankedCandidate) -> bool:
    """Return whether a candidate is the user's own fork of another one, and about as near."""
    is_fork = not candidate.found.shared and candidate.found.is_fork_of(original.found)
    return is_fork and abs(original.rank - candidate.rank) < SWITCH_MARGIN


def _no_match_reason(ranked: Sequence[RankedCandidate], thresholds: Thresholds) -> str:
    if not ranked:
        return "No specialist is available."
    best = ranked[0]
    if best.refused:
        return f"{best.found.role} matches best, but you rejected it for a similar message."
    figures = f"probability {best.probability:.2f}, the threshold is {thresholds.for_candidate(best):.2f}"
    return f"No specialist matches well enough: {best.found.role} has {figures}."


def beaten_by_recipe(verdict: RouteVerdict, recipe: str, probability: float) -> RouteVerdict | None:
    """Return the new verdict if an uninstalled recipe matches much better than the chosen specialist, else None."""
    chosen = verdict.chosen
    if verdict.kind != "specialist" or verdict.follow_up or chosen is None:
        return None
    needed_ratio = RECIPE_ODDS_RATIO if chosen.found.shared else RECIPE_ODDS_RATIO_OWN
    if _odds(probability) < needed_ratio * _odds(chosen.probability):
        return None
    compared = f"{chosen.found.role} ({chosen.probability:.2f})"
    reason = f"Recipe {recipe} (probability {probability:.2f}) matches much better than {compared}."
    return RouteVerdict("general", None, reason, undecided=True)


def wish_verdict(
    verdict: RouteVerdict, recipe_reason: str, *, explicit: bool, tells_rule: bool = False
) -> RouteVerdict:
    """Return the verdict on a wish for a new specialist: an offer where a recipe fits or the wish is explicit.

    ``recipe_reason`` says why a recipe is offered, empty without one; ``explicit`` asks to make or learn something.
    Else the verdict stays.
    """
    if recipe_reason:
        return RouteVerdict("create", None, recipe_reason)
    reason = "The message asks for a new specialist."
    return RouteVerdict("create", None, reason, wished=True, tells_rule=tells_rule) if explicit else verdict


def _odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return clipped / (1 - clipped)


def follow_up_verdict(
    text: str, previous_id: str, ranked: Sequence[RankedCandidate], thresholds: Thresholds
) -> RouteVerdict | None:
    """Return the verdict to stay with the previous specialist, or None to route the message on its own.

    Another specialist takes over when it reaches its threshold and leads by the switch margin. A message without a
    match stays only if it reads like a continuation.
    """
    present = next((candidate for candidate in ranked if candidate.found.specialist_id == previous_id), None)
    if present is None or present.refused:
        return None
    best = ranked[0]
    if not reaches_threshold(best, thresholds):
        stays = is_continuation(text, present, best)
    elif best is present:
        return _stay(present, f"{present.found.role} matches best, and you are talking to it.")
    else:
        stays = best.rank - present.rank < SWITCH_MARGIN or is_bare_continuation(text)
    reason = f"Follow-up: stays with {present.found.role}; no other specialist is clearly better."
    return _stay(present, reason) if stays else None


def _stay(present: RankedCandidate, reason: str) -> RouteVerdict:
    return RouteVerdict("specialist", present, reason, follow_up=True)


def is_bare_continuation(text: str) -> bool:
    """Return whether a message is so short a continuation ("and 68?") that the turn before says what it is about."""
    return len(text.split()) <= BARE_CONTINUATION_WORDS and CONTINUES.search(text) is not None


def is_continuation(text: str, present: RankedCandidate, best: RankedCandidate) -> bool:
    """Return whether a message without a match reads like the next turn with the present specialist."""
    words = len(text.split())
    if CONTINUES.search(text) and words <= FOLLOW_UP_MAX_WORDS:
        return True
    brief = words <= BRIEF_MESSAGE_WORDS or (words <= FOLLOW_UP_MAX_WORDS and REFERS_BACK.search(text) is not None)
    return brief and best.rank - present.rank < SWITCH_MARGIN


def unavailable_verdict(chosen: RankedCandidate, code: str, words: str) -> RouteVerdict:
    """Return the verdict on a message for which nobody else is near than a specialist that cannot answer it now."""
    reason = f"{chosen.found.role} matches best, but cannot answer now: {words}. Nobody else is near."
    return RouteVerdict("specialist", chosen, reason, unavailable=code)


def override_verdict(chosen: RankedCandidate, override: PastOverride) -> RouteVerdict:
    """Return the verdict that follows a user's earlier override."""
    message = "this message" if override.same_text else "a message like this one"
    reason = f"You chose {chosen.found.role} for {message} before."
    return RouteVerdict("specialist", chosen, reason, override=override.text_digest)


def general_override_verdict(override: PastOverride) -> RouteVerdict:
    """Return the verdict that follows an earlier choice of the general agent."""
    message = "this message" if override.same_text else "a message like this one"
    return RouteVerdict("general", None, f"You chose general for {message} before.", override=override.text_digest)


def continuation_verdict(
    text: str, previous_id: str, override: PastOverride, ranked: Sequence[RankedCandidate]
) -> RouteVerdict | None:
    """Return the verdict to stay with the previous specialist although an override names another one, else None.

    "And in stones?" means another task in every talk: an override of it holds where it was made, which is where the
    previous specialist is refused for it.
    """
    if CONTINUES.search(text) is None or previous_id == override.specialist_id:
        return None
    present = next((candidate for candidate in ranked if candidate.found.specialist_id == previous_id), None)
    if present is None or present.refused:
        return None
    return _stay(present, f"Follow-up: stays with {present.found.role}; you chose another one for it in another talk.")


def standalone_example(examples: Sequence[str], language: str = "en") -> str:
    """Return the first example that reads as a message of its own, else the first, empty without examples."""
    return next(iter(standalone_examples(examples, language)), examples[0] if examples else "")


def standalone_examples(examples: Sequence[str], language: str = "en") -> list[str]:
    """Return the examples that read as a message of their own, those in the reader's language first."""
    found = [example for example in examples if not CONTINUES.search(example) and len(example) <= MAX_EXAMPLE_CHARS]
    return examples_by_language(found, language)


def examples_by_language(examples: Sequence[str], language: str) -> list[str]:
    """Return examples with those in a language first. For English as they are: an unclear text counts as English."""
    if language == "en":
        return list(examples)
    return sorted(examples, key=lambda example: message_language(example) != language)


_FREQUENCIES: Sequence[Frequency] = ("one_time", "occasional", "frequent")
_FREQUENCY_REASONS = {
    "frequent": "The task comes back.",
    "occasional": "The task may come back.",
    "one_time": "The message describes a one-time task.",
}


def analyze_by_rules(text: str, reason: str = "", history: RequestHistory = NO_HISTORY) -> TaskAnalysis:
    """Return the task analysis of a message from its wording and the user's similar messages.

    Only a frequent task justifies a new specialist.
    """
    frequency = _frequency(text, history)
    return TaskAnalysis(
        complexity=_complexity(text),
        frequency=frequency,
        required_capabilities=required_abilities(text).names,
        should_create_specialist=frequency == "frequent",
        reason=" ".join(filter(None, [reason, _FREQUENCY_REASONS[frequency], history.sentence])),
        by="rules",
    )


def _frequency(text: str, history: RequestHistory) -> Frequency:
    """Return the higher of what the words and the history say; a message that says that it is for once is for once."""
    if is_one_time_request(text):
        return "one_time"
    if _FREQUENT.search(text):
        return "frequent"
    by_words: Frequency = "occasional" if _OCCASIONAL.search(text) else "one_time"
    return max(by_words, history.frequency, key=_FREQUENCIES.index)


def _complexity(text: str) -> Literal["low", "medium", "high"]:
    words, steps = len(text.split()), len(_STEPS.findall(text))
    if words > HIGH_COMPLEXITY_WORDS or steps >= 3:
        return "high"
    return "medium" if words > MEDIUM_COMPLEXITY_WORDS or steps else "low"


def unrouted_kind(analysis: TaskAnalysis) -> RouteKind:
    """Return the route kind of a message without a specialist. A one-time task never becomes a creation."""
    return "create" if analysis.should_create_specialist and analysis.frequency != "one_time" else "general"


def rejection_reason(candidate: RankedCandidate, verdict: RouteVerdict, thresholds: Thresholds) -> str:
    """Return in a few words why a candidate was not chosen; empty for the chosen one."""
    if verdict.chosen is candidate and verdict.kind == "specialist":
        return ""
    if candidate.refused:
        return "you rejected it for a similar message"
    if verdict.override:
        return "you chose another one for such a message"
    if candidate.probability < thresholds.for_candidate(candidate):
        return f"probability {candidate.probability:.2f}, threshold {thresholds.for_candidate(candidate):.2f}"
    return _lost_to(verdict)


def _lost_to(verdict: RouteVerdict) -> str:
    """Return why a candidate that reaches its threshold was not chosen."""
    if verdict.wished:
        return OWN_RULE if verdict.tells_rule else SERVES_WISH
    if verdict.kind == "ask":
        return "near tie"
    if verdict.kind != "specialist":
        return "a recipe matches better"
    return "not clearly better than the one you are talking to" if verdict.follow_up else "lower score"
