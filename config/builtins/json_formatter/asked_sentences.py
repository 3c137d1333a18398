"""Parts a message about a document: the sentence that asks, the story around it, and words that only point at the document."""

import re
from collections.abc import Iterator

from config.builtins.json_formatter.asked_words import LISTED
from config.builtins.wording import blanked, fold

POINTING = r"(?:this|that|these|those|the|my|our|here|dies\w*|das|den|dem|der|die|mein\w*|unser\w*|ce|cet|cette|ces|cest|le|la|les|l'|mon|ma|notre|este|esta|estos|estas|el|los|las|mi|nuestr[oa])"
DOCUMENT_NOUN = (
    r"(?:(?:json|csv|data|api|db|database|shop|system|server|web)[ -]?)?"
    r"(?:exports?|dumps?|feeds?|snippets?|extracts?|excerpts?|samples?|snapshots?|outputs?|blobs?|mess|printout|logfiles?|catalog(?:ue)?s?|config(?:uration)?s?(?: file)?|configs?|payloads?|chunks?"
    r"|ausgabe|ausschnitt|auszug|schnipsel|protokoll|katalog|konfiguration|antwort|export(?:datei)?|extrait|sortie|catalogue|journal|reponse|fichier|bloc|exportacion|extracto|salida|catalogo|respuesta|fichero|archivo|fragmento)"
)
POINTS_AT_DOCUMENT = re.compile(
    rf"\b(?:in|from|of|within|on|aus|von|im|dans|de|du|en|del) (?:{POINTING} ?){{1,2}}{DOCUMENT_NOUN}(?: (?:here|below|above|hier|unten|ici|aqui|i got|i pasted|we got))*\b",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|\Z)[^.!?\n]*)*[.!?]*")
TELLER = (
    r"(?:i|we|he|she|they|it|you|someone|somebody|everyone|(?:my|our|the|a|his|her|this|that) [a-z'-]+|[a-z]+ and i|ich|wir|er|sie|es|jemand|(?:mein|meine|unser|unsere|der|die|das|ein|eine) [a-z-]+"
    r"|je|j'[a-z]+|on|nous|il|elle|ils|(?:mon|ma|mes|notre|le|la|les|un|une|l') ?[a-z]+|yo|(?:mi|mis|nuestr[oa]|el|los|un|una) [a-z]+|colleagues?|collegues?|boss|customer|client|support|thanks|thank you|merci|danke|gracias|sorry|hello|hi|hey|hallo|bonjour|hola)"
)
STORY_STARTS = re.compile(rf"\W*(?:(?:but|and|so|because|since|as|well|aber|und|weil|denn|da|also|mais|et|car|pero|y|porque|que) )?(?:{TELLER})\b", re.IGNORECASE)  # fmt: skip
NARROWS = re.compile(  # what would change the question
    r"\b(?:only|just|except|exclud\w*|includ\w*|ignor\w*|without|unless|instead|rather|not|don'?t|doesn'?t|mean|means|meant|care|count(?!ed)|skip|leave|nur|ausser|ohne|nicht|kein\w*|meine|seulement|uniquement|sauf|sans|pas|veux|solo|excepto|salvo|sin|no|quiero|need|want|please|bitte|svp|per|each|every|both)\b",
    re.IGNORECASE,
)
OPINION = re.compile(  # what somebody holds the answer to be
    rf"\W*(?:but |and |aber |und |mais |et |pero |y )?(?:{TELLER}) (?:only |just |always |still |keeps? |nur |ne |solo )?(?:says?|said|swears?|claims?|thinks?|thought|believes?|insists?|counted|counts|see|sees|saw|get|gets|got|found|find|guess(?:es|ed)?|expects?|expected|reckons?|sagt\w*|meint\w*|behauptet\w*|glaubt?\w*|zahlt\w*|komme|kommt|sehe|sieht|dit|pense|croit|jure|affirme|compte|vois|voit|trouve|dice|piensa|cree|jura|afirma|cuenta|veo|ve|encuentro)\b",
    re.IGNORECASE,
)
SEEN_ONLY = re.compile(r"\b(?:i|we|ich|wir|je|on|yo) (?:only|just|nur|ne|solo) (?:see|saw|count(?:ed)?|get|got|find|found|sehe|finde|zahle|vois|trouve|compte|veo|encuentro|cuento)\b|\b(?:sehe|finde|zahle|komme) (?:ich|wir) nur\b", re.IGNORECASE)  # fmt: skip
CLAUSE_ENDS = re.compile(
    r",? (?=(?:because|since i|since we|as i|as we|so that|so i|so we|but (?:i|we|he|she|my|our|the)|weil|damit|denn|aber (?:ich|wir|mein|meine|der|die)|parce que|car|pour que|mais (?:je|mon|ma|le|la)|porque|ya que|para que|pero (?:yo|mi|el|la))\b)",
    re.IGNORECASE,
)
WANTS_TO_KNOW = re.compile(  # "I only need to know what …" narrows nothing
    r"(?:\b(?:only|just|really|nur|bloss|juste|seulement|solo) )?\b(?:need|want|brauche?n?|mochte|veux|voudrais|quiero|necesito)\w*(?: (?:to )?(?:know|wissen|savoir|saber))?",
    re.IGNORECASE,
)
NEEDS = re.compile(
    r"\b(?:need|want|brauche\w*|mochte|hatte gern|veux|voudrais|besoin|necesito|quiero)\b", re.IGNORECASE
)
REASON = re.compile(r"(?:because|since|as|so|but|weil|damit|denn|aber|parce|car|pour que|mais|porque|ya que|para que|pero)\b", re.IGNORECASE)  # fmt: skip
ASKED_BEHIND = re.compile(
    r"\b(?:how many|how much|which|what(?:'?s)?|who(?:'?s)?|whose|where|when|wie ?viele?|welche[rnsm]?|was|wer|wo|wann|combien|quel(?:le)?s?|qui|cuant[oa]s?|cual(?:es)?|quien(?:es)?)\b",
    re.IGNORECASE,
)


def clauses_of(folded: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the sentences of a text, parted where a reason or an objection begins."""
    for sentence in SENTENCE.finditer(folded):
        start = sentence.start()
        for cut in CLAUSE_ENDS.finditer(folded, start, sentence.end()):
            yield start, cut.end()
            start = cut.end()
        yield start, sentence.end()


def story_of(words: str) -> list[tuple[int, int]]:
    """Return the places of what a message only tells beside its question, [] where nothing of it asks."""
    folded = fold(words)
    told, asks = list[tuple[int, int]](), False
    for start, end in clauses_of(folded):
        clause = folded[start:end]
        opens = ASKED_BEHIND.search(clause)
        is_told = STORY_STARTS.match(clause) is not None
        lead = clause[: opens.start()] if is_told and opens and len(clause.split()) > 3 else ""
        if lead.strip() and NARROWS.search(WANTS_TO_KNOW.sub(" ", lead)) is None:
            told.append((start, start + len(lead)))  # "my boss wants to know how many"
            asks = True
        elif is_told and not opens and ("?" not in clause or REASON.match(clause)) and not narrows(clause):
            told.append((start, end))
        else:
            asks = (
                asks
                or opens is not None
                or "?" in clause
                or LISTED.search(clause) is not None
                or NEEDS.search(clause) is not None
            )
    return told if asks else []


def narrows(clause: str) -> bool:
    """Return whether a folded clause has a word that would change a question."""
    return NARROWS.search(SEEN_ONLY.sub(" ", clause)) is not None


def is_told_surely(words: str, span: tuple[int, int]) -> bool:
    """Return whether a part of a message says what somebody holds the answer to be, whatever it names of the document."""
    clause = fold(words)[slice(*span)]
    return OPINION.match(clause) is not None and not narrows(clause)


def without_spans(words: str, spans: list[tuple[int, int]]) -> str:
    """Return a text with spaces in the place of some of its parts."""
    for start, end in spans:
        words = blanked(words, start, end)
    return words
