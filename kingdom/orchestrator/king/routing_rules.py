"""The King's judgement, pure: candidates and a gate in, a verdict out; and the analysis of a message when no language model is set."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kingdom.contracts.frequency import is_one_time_request
from kingdom.contracts.routes import RouteKind, TaskAnalysis
from kingdom.routing.ranking import RankedCandidate

TIE_MARGIN = 0.04  # of the rank score: on DEV the first of two so near was right in 45 %, the second in 33 %
SWITCH_MARGIN = 0.1  # of the rank score: how far ahead another must be of the specialist one talks to
BRIEF_MESSAGE_WORDS = 4
RECIPE_ODDS_RATIO = 3.0  # odds: of 120 messages for recipes 18 went to somebody merely near; this wins 11 of them back and costs none of 146 for others
RECIPE_ODDS_RATIO_OWN = 10.0  # odds: who made something of their own has likely made it for this
FOLLOW_UP_MAX_WORDS = 15  # longer messages say what they want

_CONTINUES = re.compile(
    r"^\s*(no|nope|sorry|actually|i (meant?|said)|and|also|plus|but|or|again|once more|same|instead|what about|how about|what if"
    r"|make (it|that|them)|another|more|less|shorter|longer)\b",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(
    r"\b(it|its|that|this|these|those|them|the (first|second|third|last|previous|above|same|other) (one)?)\b",
    re.IGNORECASE,
)
_FREQUENT = re.compile(
    r"\b(every (single )?(day|week|month|year|quarter|morning|evening|night|time|hour|(mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"|each (day|week|month|year|quarter|morning|time)|daily|weekly|monthly|quarterly|hourly|regularly|always|constantly|all the time"
    r"|keep (having|needing) to|keep (getting|receiving) (\S+ ){1,6}to \w+"
    r"|on a (daily|weekly|monthly|regular) basis|(once|twice|(two|three|four|five|\d+) times) (a|per|each) (day|week|month|year))\b",
    re.IGNORECASE,
)
_OCCASIONAL = re.compile(
    r"\b(often|usually|sometimes|frequently|repeatedly|recurring|from now on|from time to time|now and then|keep (getting|having|needing)"
    r"|whenever|i (get|receive) (a lot of|lots of|many)|again and again)\b",
    re.IGNORECASE,
)
_STEPS = re.compile(r"\b(then|after that|afterwards|finally|and also|first|second|next)\b|;", re.IGNORECASE)
_CAPABILITY_PATTERNS: Sequence[tuple[str, re.Pattern[str]]] = (
    (
        "web_search",
        re.compile(r"\b(search|look up|find out|news|web|internet|online|latest|current price)\b", re.IGNORECASE),
    ),
    (
        "code_execution",
        re.compile(
            r"\b(calculat\w*|comput\w*|plot|chart|statistic\w*|average|sum|python|script|checksum\w*)\b", re.IGNORECASE
        ),
    ),
    ("file_write", re.compile(r"\b(write|draft|report|summar\w*|letter|document|save|export|file)\b", re.IGNORECASE)),
    ("external_api", re.compile(r"\b(api|sms|e-?mail|send|post|book|order|webhook|slack|calendar)\b", re.IGNORECASE)),
)
HIGH_COMPLEXITY_WORDS, MEDIUM_COMPLEXITY_WORDS = 60, 25  # words


@dataclass(frozen=True)
class Thresholds:
    """What a candidate must reach: P for shared ones, for the user's own, and below which even a language model is not asked to pick.

    With a fitted gate the first two are one number; without one they are the uncalibrated cosines of the settings.
    """

    shared: float
    own: float
    low: float

    def of(self, candidate: RankedCandidate) -> float:
        """Return the bar that a candidate has to reach."""
        return self.shared if candidate.found.shared else self.own


@dataclass(frozen=True)
class RouteVerdict:
    """What is to happen: ``chosen`` with kind ``specialist``; ``undecided`` says that similarity did not settle it."""

    kind: RouteKind
    chosen: RankedCandidate | None
    reason: str
    undecided: bool = False
    follow_up: bool = False


def reaches_threshold(candidate: RankedCandidate, bars: Thresholds) -> bool:
    """Whether a candidate may be routed to as it stands."""
    return not candidate.refused and candidate.probability >= bars.of(candidate)


def choose_by_similarity(ranked: Sequence[RankedCandidate], bars: Thresholds) -> RouteVerdict:
    """Choose by similarity alone: a near tie is asked, then shared verified candidates over the bar go before the user's own."""
    over = [candidate for candidate in ranked if reaches_threshold(candidate, bars)]
    if not over:
        return RouteVerdict("general", None, _no_match_reason(ranked, bars), undecided=True)
    second = _near_tie(ranked, bars)
    if second is not None:
        names = f"{ranked[0].found.role} and {second.found.role}"
        return RouteVerdict("ask", ranked[0], f"{names} fit about equally well.")
    chosen = next((candidate for candidate in over if candidate.found.shared), over[0])
    return RouteVerdict(
        "specialist",
        chosen,
        f"{chosen.found.role} fits best: {chosen.probability:.2f}, and {bars.of(chosen):.2f} is enough.",
    )


def _near_tie(ranked: Sequence[RankedCandidate], bars: Thresholds) -> RankedCandidate | None:
    """Return the second candidate when it would do alone as well and lies within a hair of the first."""
    if len(ranked) < 2 or ranked[1].refused or ranked[1].alone < bars.of(ranked[1]):
        return None
    return ranked[1] if ranked[0].rank - ranked[1].rank < TIE_MARGIN else None


def _no_match_reason(ranked: Sequence[RankedCandidate], bars: Thresholds) -> str:
    if not ranked:
        return "There is no specialist to choose from."
    best = ranked[0]
    if best.refused:
        return f"{best.found.role} comes nearest, but you said no to it for such a message."
    return f"Nobody fits well enough: the nearest, {best.found.role}, has {best.probability:.2f}, and {bars.of(best):.2f} is needed."


def beaten_by_recipe(verdict: RouteVerdict, recipe: str, probability: float) -> RouteVerdict | None:
    """Return the verdict when a recipe that nobody here is made from fits a message clearly better than the one chosen; None else."""
    chosen = verdict.chosen
    if verdict.kind != "specialist" or verdict.follow_up or chosen is None:
        return None
    if _odds(probability) < (RECIPE_ODDS_RATIO if chosen.found.shared else RECIPE_ODDS_RATIO_OWN) * _odds(
        chosen.probability
    ):
        return None
    reason = f"Nobody here does this: {chosen.found.role} is only near ({chosen.probability:.2f}); a recipe, {recipe}, fits ({probability:.2f})."
    return RouteVerdict("general", None, reason, undecided=True)


def _odds(probability: float) -> float:
    kept = min(max(probability, 1e-6), 1 - 1e-6)
    return kept / (1 - kept)


def follow_up_verdict(
    text: str, previous_id: str, ranked: Sequence[RankedCandidate], bars: Thresholds
) -> RouteVerdict | None:
    """Stay with the specialist the conversation is with, or return None when the message is to be judged by itself.

    Another one takes over when it reaches its bar and is clearly ahead. A message that fits nobody stays when it reads like a
    continuation; one that stands on its own feet leaves.
    """
    present = next((candidate for candidate in ranked if candidate.found.specialist_id == previous_id), None)
    if present is None or present.refused:
        return None
    best = ranked[0]
    if best is not present and reaches_threshold(best, bars) and best.rank - present.rank >= SWITCH_MARGIN:
        return None
    if best is present and reaches_threshold(present, bars):
        return RouteVerdict(
            "specialist", present, f"{present.found.role} fits best, and you are talking to it.", follow_up=True
        )
    if reaches_threshold(best, bars) or is_continuation(text, present, best):
        return RouteVerdict(
            "specialist",
            present,
            f"This goes on with {present.found.role}; nobody else fits clearly better.",
            follow_up=True,
        )
    return None


def is_continuation(text: str, present: RankedCandidate, best: RankedCandidate) -> bool:
    """Whether words that fit nobody read like the next turn with the present specialist rather than like something new."""
    words = len(text.split())
    if _CONTINUES.search(text) and words <= FOLLOW_UP_MAX_WORDS:
        return True
    brief = words <= BRIEF_MESSAGE_WORDS or (words <= FOLLOW_UP_MAX_WORDS and _REFERS_BACK.search(text) is not None)
    return brief and best.rank - present.rank < SWITCH_MARGIN


def analyze_by_rules(text: str, reason: str = "") -> TaskAnalysis:
    """Return what a message needs, judged by its words alone. Only a need that comes back is worth a new specialist."""
    frequency = _frequency(text)
    worth = frequency == "frequent"
    told = {
        "frequent": "The words say that this comes back regularly.",
        "occasional": "The words say that this may come back.",
        "one_time": "Nothing says that this comes back.",
    }
    return TaskAnalysis(
        complexity=_complexity(text),
        frequency=frequency,
        required_capabilities=tuple(name for name, words in _CAPABILITY_PATTERNS if words.search(text)),
        should_create_specialist=worth,
        reason=f"{reason} {told[frequency]}".strip(),
        by="rules",
    )


def _frequency(text: str) -> Literal["one_time", "occasional", "frequent"]:
    if is_one_time_request(text):
        return "one_time"
    if _FREQUENT.search(text):
        return "frequent"
    return "occasional" if _OCCASIONAL.search(text) else "one_time"


def _complexity(text: str) -> Literal["low", "medium", "high"]:
    words, steps = len(text.split()), len(_STEPS.findall(text))
    if words > HIGH_COMPLEXITY_WORDS or steps >= 3:
        return "high"
    return "medium" if words > MEDIUM_COMPLEXITY_WORDS or steps else "low"


def unrouted_kind(analysis: TaskAnalysis) -> RouteKind:
    """Return what an unrouted message becomes. A one-time task never becomes a specialist, whatever the analysis wants."""
    return "create" if analysis.should_create_specialist and analysis.frequency != "one_time" else "general"


def rejection_reason(candidate: RankedCandidate, verdict: RouteVerdict, bars: Thresholds) -> str:
    """Return why a candidate was not the one, in a few words; empty for the one that was."""
    chosen = verdict.chosen
    if chosen is candidate and verdict.kind == "specialist":
        return ""
    if candidate.refused:
        return "you said no to it for such a message"
    if verdict.kind == "ask" and candidate.probability >= bars.of(candidate):
        return "one of two that fit about equally well"
    if candidate.probability < bars.of(candidate):
        return f"{candidate.probability:.2f} of the {bars.of(candidate):.2f} needed"
    if verdict.kind != "specialist":
        return "near, but a recipe is for just this"
    if verdict.follow_up:
        return "not clearly better than the one you are talking to"
    return "further from the message"
