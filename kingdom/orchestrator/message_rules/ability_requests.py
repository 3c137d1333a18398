"""Find the abilities that a request needs, by rules in four languages. Pure, no model.

Precision first: only a command counts. Quoted text, text after a colon, questions about a matter, and text that is to
be translated, counted or corrected need nothing, whatever they say.
"""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from kingdom.contracts.capabilities.abilities import ABILITIES, Ability, RequiredAbilities
from kingdom.orchestrator.message_rules.ability_patterns import ADDRESS, command_pattern, wish_pattern
from kingdom.orchestrator.message_rules.growth_requests import fold_message

_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*[”“]|„[^“”\n]*[“”]|«[^»\n]*»|‘[^’\n]*’|(?<!\w)'[^'\n]*'(?!\w)",
    re.DOTALL,
)
_DATA = re.compile(r":[^\S\n]*\n(?:[^\n]+\n?)*|:[^\S\n]+[^\n]*")  # after a colon: to the end of the line or paragraph
_BELOW_WORK = re.compile(  # a first line that orders work on a text: what stands below it is that text
    r"[^\S\n]*(?:(?:please|pls|hi|hey|hello|bitte|hallo|bonjour|hola|por favor|(?:can|could"
    r"|would) you|(?:kannst|konntest)"
    r" du|peux-tu|pouvez-vous|puedes)[, ]+){0,3}(?:replace|substitute|swap|sort|alphabeti[sz]e|reverse|capitali[sz]e"
    r"|uppercase|lowercase|translate|summari[sz]e|shorten|rewrite|rephrase|paraphrase|proof-?read|correct|count|dedupe"
    r"|ersetze?|sortiere?|ubersetz\w*|korrigier\w*|kurz\w*|formulier\w*|zahle?|fass\w*|remplace[rz]?|trie[rz]?|tradui\w*"
    r"|corrige\w*|resume\w*|reformule\w*|compte[rz]?|reemplaza\w*|sustituye|ordena\w*|traduc\w*|cuenta|reescrib\w*)\b"
    r"[^\n]*\n"
)
_PARTS_OF_BELOW = re.compile(  # a first line that names a sort of pieces, and no page: they are in the text below it
    r"[^\S\n]*(?:(?:please|pls|hi|hey|bitte|(?:can|could) you|kannst du|peux-tu|puedes|i (?:just )?(?:need"
    r"|want)|ich brauche"
    r"|only|just|all|every|the|any|get|give|gimme|me|pull|pick|fish|dig|take|find|list|show|extract|collect|grab|copy|out"
    r"|nur|alle|die|mir|zieh|hol|such|finde|zeige?|liste|gib|extrahiere?|sammle|seulement|juste|tous|toutes|les|moi|donne"
    r"|trouve|extrais|liste|releve|solo|todos|todas|los|las|dame|saca|busca|extrae|lista)[-, ]+){1,8}"
    r"(?:urls?|links?|web ?(?:site )?address(?:es)?|e-?mails?(?: address(?:es)?)?|(?:tele)?phone ?numbers?"
    r"|numbers?|dates?"
    r"|webadressen|mailadressen|telefonnummern|zahlen|liens?|adresses?(?: e?-?mail)?|numeros(?: de telephone)?|enlaces?"
    r"|correos)(?:(?!https?:|www\.)[^\n]){0,60}\n(?!\s*(?:https?://|www\.)\S+\s*\Z)"
)
_GOES_ON_BELOW = re.compile(r"\n(?:and|then|und|dann|danach|et|puis|y|luego) [^\n]*\Z")
_SENTENCE_END = re.compile(r"[.!?]+(?=\s|$)|\n+")
_LEADING = re.compile(r"^[\s¿¡*>\-–•\d.)]+")
_GREETING = re.compile(
    r"^(?:(?:hi|hello|hey|hallo|guten (?:tag|morgen|abend)|bonjour|salut|hola|buenos dias|dear king|ok|okay)\b[ ,]*)+"
)
_QUESTION = re.compile(
    r"^(?:and |und |et |y )?(?:how|what|whats|why|when|where|which|who|whose|is|are|was|were|does|do (?:i|you|we"
    r"|they)|did"
    r"|(?:can|could|should|may|must|do) i(?! (?:get|have|see)\b)|has|have(?! an? )|wie|was|warum"
    r"|wieso|wann|wo|welche\w*|wer"
    r"|ist|sind|hat|(?:kann"
    r"|darf|soll"
    r"|muss) (?:ich|man)|comment|pourquoi|quand|ou|quel\w*|qui|que|qu|est[ -]ce|combien|c est quoi|(?:puis|dois) je"
    r"|como"
    r"|por que|cuando|donde|cual\w*|quien|cuant\w*|es|son|puedo|debo)\b(?!-tu| vous)"
)
_TEXT_WORK = re.compile(
    r"^(?:please |bitte |(?:can|could) you (?:please )?|(?:kannst|konntest) du (?:bitte )?|por favor,? )?(?:translate"
    r"|spell"
    r"|define|proof-?read|rephrase|paraphrase|rewrite|correct|count|explain|pronounce|conjugate|ubersetz\w*"
    r"|korrigier\w*"
    r"|erklar\w*|zahl\w*|formulier\w*|definier\w*|traduis\w*|traduire|corrige\w*|explique\w*|compte\w*|reformule\w*"
    r"|traduce"
    r"|traducir|explica\w*|cuenta|define|reescribe)\b"
)
# what follows the work on a text: "... and send it to my boss"
_THEN = re.compile(
    r"\b(?:and|then|und|dann|et|puis|y|luego) (?P<rest>(?:[\w-]+ (?:it|them|this|that|the|es|das|sie|ihn|dies)\b"
    r"|[\w]+-(?:le|la|les|lui|leur|moi)\b|\w+(?:lo|la|los|las)\b).*)$"
)


def required_abilities(text: str, *, is_wish: bool = False) -> RequiredAbilities:
    """Return the abilities that a request needs, none for most.

    ``is_wish``: the message wishes a specialist, and says in a clause what it shall do.
    """
    plain = _commands_only(text)
    pattern = wish_pattern if is_wish else command_pattern
    sentences = list(_sentences(plain))
    found = {name for name in ABILITIES if any(pattern(name).is_in(sentence) for sentence in sentences)}
    return RequiredAbilities.of(_without_doubles(found), _hosts(sentences) if found else ())


def _commands_only(text: str) -> str:
    """Return the folded text without what it quotes and what it gives as data."""
    plain = fold_message(_DATA.sub(" \n", _QUOTED.sub(" ", text)))
    above = _BELOW_WORK.match(plain) or _PARTS_OF_BELOW.match(plain)
    below = _GOES_ON_BELOW.search(plain)
    return plain if above is None else above.group() + (below.group() if below is not None else "")


def _sentences(plain: str) -> Iterator[str]:
    """Yield the sentences that can hold a command."""
    for part in _SENTENCE_END.split(plain):
        sentence = _GREETING.sub("", _LEADING.sub("", part)).strip()
        if not sentence or _QUESTION.match(sentence):
            continue
        if _TEXT_WORK.match(sentence):
            then = _THEN.search(sentence)
            sentence = then["rest"] if then is not None else ""
        if sentence:
            yield sentence


def _without_doubles(found: set[Ability]) -> set[Ability]:
    """Return the abilities without those that another one states more exactly."""
    implied: Mapping[Ability, Ability] = {"host": "read_pages"}
    return {name for name in found if implied.get(name) not in found}


def _hosts(sentences: list[str]) -> Iterator[str]:
    for sentence in sentences:
        for address in ADDRESS.findall(sentence):
            url = address if "//" in address else f"https://{address}"
            try:
                host = urlsplit(url).hostname
            except ValueError:
                continue
            if host:
                yield host.rstrip(".,;)")
