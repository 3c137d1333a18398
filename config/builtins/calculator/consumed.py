"""Which parts of a message a problem in words consumed: its numbers, the words that its grammar knows, and their labels.

A clause with none of them is left out, and so is a word that changes a question and that the grammar does not know:
what the answer leaves out is then told beside it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from config.builtins.calculator.purchases import AMOUNT
from config.builtins.wording import flattened, with_digits

CLAUSE_ENDS = re.compile(
    r"[?!;\n]|[.](?!\d)|(?:, ?| )(?:and|but|also|und|aber|et|mais|y|pero) (?:(?:also|auch|aussi|tambien|then|dann) )?"
    r"(?=(?:what|whats|who|when|where|why|how|which|was|wer|wann|wo|warum|wie|welche[rsnm]?|quel(?:le)?s?|qui|quand|ou"
    r"|pourquoi|comment|combien|est-ce|que|quien|cuando|donde|como|cuant[oa]s?|cual(?:es)?)\b"
    r"|(?:is|are|do|does|did|can|could|will|would|should|has|have|ist|sind|kann|soll|hat|gibt) [a-z]+\b)",
    re.IGNORECASE,
)
# A clause's other words are labels ("a jacket", "for my sister"), but for these: they change what is asked.
CHANGING_WORDS = re.compile(
    r"\b(?:not|[a-z]+n't|dont|doesnt|without|except\w*|exclud\w*|ignor\w*|only|each|every|per|both|half|double|twice|"
    r"triple|instead|unless|if not|at (?:least|most)|more than|less than|fewer|maximum|minimum|max|min|"
    r"before(?! (?:tax(?:es)?|deductions)\b)|after(?! (?:\d|an?\b|one\b|that\b|taxes\b))|"
    r"first|last|next|second|third|days?|weeks?|months?|years?|hours?|minutes?|people|ppl|persons?|round\w*|nearest|free|"
    r"nicht|kein\w*|ohne|ausser|nur|jede[rnms]?|pro|je|doppelt\w*|halb\w*|statt|mindestens|hochstens|vor(?! steuern)|nach(?! \d)|"
    r"erste[rnms]?|letzte[rnms]?|nachste[rnms]?|tage?n?|wochen?|monate?n?|jahre?n?|stunden?|personen|leute|gratis|"
    r"pas|sans|sauf|seulement|chaque|moitie|au moins|au plus|avant(?! impots?)|apres(?! \d)|premier|derniere?|jours?|semaines?|mois|ans?|"
    r"heures?|personnes|gratuit|sin|salvo|excepto|solo|cada|doble|mitad|al menos|como maximo|antes(?! de impuestos)|despues(?! de \d)|primer\w*|"
    r"ultim[oa]|dias?|semanas?|meses|anos?|horas?|personas)\b",
    re.IGNORECASE,
)


TELLING = re.compile(r"[^\W\d]{4,}|each|pay|tip|tax|vat|off|one|cada|ust|iva|tva|per|je|pro")
ANY_QUESTION = re.compile(
    r"\b(?:what|whats|how|much|many|which|does|will|would|this|that|have|with|from|wie ?viel\w*|welche\w*|sind|combien|quel\w*|font|cuant\w*|cual\w*)\b"
)
OPINION = re.compile(  # "is that a good tip?": no problem in words has such an answer
    r"\b(?:is|are|was|do you think|would you say|ist|sind|war|findest du|est|c'est|es|esta) ?(?:that|it|this|these|das|es|dies|ca|ce|cela|eso|esto)?(?: (?:is|ist|es|est|too|very|really|zu|sehr|wirklich|trop|tres|vraiment|muy|realmente|an?|ein[e]?|un|une|una))* "
    r"(?:good|bad|fair|normal|legal|illegal|healthy|enough|a lot|much|expensive|reasonable|ok|okay|right|gut|schlecht|fair|legal|gesund|genug|viel|teuer|bon|bonne|mauvais|juste|normal|legal|cher|assez|beaucoup|buen[oa]?|mal[oa]?|justo|caro|suficiente|mucho)\b"
)


ASKS_FOR = re.compile(
    r"\W*(?:how|what|whats|which|was|wie|welche[rnms]?|combien|quel\w*|cuant[oa]s?|cual|que)\b", re.IGNORECASE
)


ASKS_HOW_MANY = re.compile(
    r"\b(?:how many(?: (?P<noun>[a-z]{3,}))?|wie ?viele? (?P<nomen>[a-z]{3,})|combien d[e'’] ?(?P<nom>[a-z]{3,})|cuant[oa]s (?P<nombre>[a-z]{3,}))\b[^.?!,;\n\d]*[.?!]?",
    re.IGNORECASE,
)


def counted_spans(message: str, used: Iterable[list[int]]) -> list[list[int]]:
    """Return the places of the questions for how many of the things that a used number counts ("8 tiles … how many tiles").

    A question without a thing ("12 dozen eggs how many") asks for the only ones.
    """
    flat, spans = flattened(message).text.lower(), list(used)
    found = []
    for match in ASKS_HOW_MANY.finditer(flat):
        noun = next((one for one in match.groups() if one), "")
        counted = re.search(
            rf"\d (?:[a-z]+ (?:of )?){{0,2}}{re.escape(noun) if noun else '[a-z]'}", flat[: match.start()]
        )
        if counted and any(start <= counted.start() < end for start, end in spans):
            found.append([match.start(), match.end()])
            found.append([counted.start(), counted.end() if noun else match.start()])
    return found


class Problem(NamedTuple):
    """The expression of a problem, "" for none, the patterns of the words by which it was read, and a sentence on that."""

    expression: str
    vocabulary: tuple["re.Pattern[str]", ...] = ()
    note: str = ""


def first_problem(solvers: Iterable[Callable[[str, str], Problem]], text: str, language: str) -> Problem:
    """Return the problem that the first of some solvers reads in a text, with an empty expression when none does."""
    made = (solve(text, language) for solve in solvers)
    return next((one for one in made if one.expression), Problem(""))


def consumed_spans(message: str, language: str, vocabulary: Iterable["re.Pattern[str]"]) -> list[list[int]]:
    """Return the parts of a message that a problem consumed; every number of it has a place in its expression."""
    flat = flattened(message).text.lower()
    digits = with_digits(flattened(message), language)
    numbers = [digits.span(*match.span()) for match in AMOUNT.finditer(digits.text)]
    known = [match.span() for pattern in vocabulary for match in pattern.finditer(flat)]
    used = list(numbers)
    asked = next(
        (
            one
            for one in clauses(message)
            if ASKS_FOR.match(flat[slice(*one)]) or message[slice(*one)].rstrip().endswith("?")
        ),
        None,
    )
    for start, end in clauses(message):
        words = [[max(start, one[0]), min(end, one[1])] for one in known if one[0] < end and start < one[1]]
        has_number = any(one[0] < end and start < one[1] for one in numbers)
        is_known = any(
            TELLING.search(ANY_QUESTION.sub(" ", flat[slice(*one)])) for one in words
        ) and not OPINION.search(flat, start, end)
        is_asked = (start, end) == asked and not OPINION.search(flat, start, end)
        if has_number or is_known or is_asked:  # the first question is the one that is answered
            used += [*words, *labels(flat, start, end)]
    return used


def clauses(message: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the clauses of a message: its sentences, cut where a further question is joined."""
    flat = re.sub(r"[\r\t\v\f\0]", " ", flattened(message).text)
    broken = "".join("\n" if letter == "\n" else kept for letter, kept in zip(message, flat, strict=True))
    ends = [match.end() for match in CLAUSE_ENDS.finditer(broken)]
    yield from ((start, end) for start, end in pairwise([0, *ends, len(message)]) if start < end)


def labels(flat: str, start: int, end: int) -> Iterator[list[int]]:
    """Yield the words of a clause that change nothing."""
    taken = [match.span() for match in CHANGING_WORDS.finditer(flat, start, end)]
    for word in re.finditer(r"[^\s\d]+", flat[start:end]):
        place = [start + word.start(), start + word.end()]
        if not any(one[0] < place[1] and place[0] < one[1] for one in taken):
            yield place
