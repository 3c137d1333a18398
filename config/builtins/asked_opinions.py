"""Questions beside figures that no figure answers: whether it is usual or fair, who does it, what to write, why it is so."""

import re

from config.builtins.wording import fold

QUESTION_SENTENCE = re.compile(r"[^.?!\n]*(?:[.](?=\d)[^.?!\n]*)*\?")
CLAUSE_BEHIND = re.compile(r"(?:[,;:]|\s[-–—])\s+(?=\S)")
FIGURE_ASKED_FOR = re.compile(
    r"\b(?:how (?:many|much|long|far|old|big|heavy|fast|late|soon|high|hot|cold|tall|deep|wide)|when|what (?:date|day|time|weekday|is the|are the|does|will it)|which (?:date|day|weekday|month|year)|who (?:pays|owes|gets) (?:what|whom|how|the most|more)|wer (?:zahlt|bekommt|schuldet) (?:was|wem|wie)|total|latest|last (?:day|date)|left|enough|too (?:late|much|many)|"
    r"wie ?(?:viele?s?|lange|weit|alt|hoch|schwer|oft)|wann|welche[rsnm]? (?:tag|datum|wochentag|monat)|spatestens|reicht|ubrig|combien|quand|quel(?:le)? (?:jour|date)|reste|cuant[oa]s?|cuando|que (?:dia|fecha)|queda)\b",
    re.IGNORECASE,
)
OPINION_WORDS = (
    r"(?:normal|usual|common|typical|standard|fair|unfair|legal|illegal|lawful|fun|clever|wise|smart|worth (?:it|that)|healthy|unhealthy|dangerous|reasonable|a (?:good|bad|nice|fair|big|great) \w+|a lot|any good|"
    r"ublich|normal|fair|legal|illegal|erlaubt|klug|gut|schlecht|gesund|ungesund|gefahrlich|teuer|lohnend|sinnvoll|viel|angemessen|eine? gute[rs]? \w+|habituel|normale?|juste|legale?|raisonnable|une? bonne? \w+|habitual|just[oa]|razonable|una? buen[oa]? \w+)"
)
OPINION_ASKED = re.compile(
    rf"\W*(?:(?:and|but|so|ok|und|aber|also|et|mais|y|pero) )*(?:"
    rf"(?:is|was|are|were|isn't|ist|war|sind|est-ce|c'est|es|fue) (?:(?:that|it|this|the \w+(?: of .{{0,40}})?|my \w+|das|es|der preis|diese\w*|ca|cela|eso|esto) )?(?:(?:really|even|very|too|still|wirklich|denn|vraiment|de verdad) )?{OPINION_WORDS}\W*\Z"
    r"|(?:can|may|could|should|must|shall|do|darf|kann|soll|sollte|muss|puis-je|peut-(?:il|elle|on)|dois-je|puedo|puede|debo|deberia) (?:i|we|he|she|they|my|the|it|er|sie|ich|wir|mein\w*|man|el|mi)\b[^?]{0,60}"
    r"\b(?:do (?:that|this|it)|claim\w*|deduct\w*|demand|refuse|worry|eat|food|say|write|complain|sue|das|dazu essen|absetzen|verlangen|beschweren|sorgen machen|deduire|reclamer|deducir|reclamar)\b[^?]{0,20}\Z"
    r"|(?:who|whom|wer|wen|wem|an wen|qui|a qui|quien|a quien) (?:do|does|should|must|can|could|may|would|has to|pays?|repairs?|cleans?|fix(?:es)?|is responsible|zahlt|bezahlt|repariert|putzt|soll|muss|kann|darf|schicke|schreibe|frage|paie|repare|doit|paga|debe|tengo|dois)\b[^?]{0,70}\Z"
    r"|(?:why|warum|wieso|pourquoi|por que) (?:am i|are we|is it|is there|is my|do i|do we|always|bin ich|sind wir|ist (?:so|da|es|mein\w*)|suis-je|est-ce|estoy|es|hay)\b[^?]{0,60}\Z"
    r"|(?:where (?:do|does|can|could) (?:i|we|he|she|they) (?:get|change|buy|find|send|go|complain)|wo (?:steige|finde|bekomme|kaufe|kann ich))\b[^?]{0,70}\Z"
    r"|(?:what|was|que|qu'est-ce que) (?:do|should|must|shall|can|would|soll|sollte|muss|kann|dois|debo|debe) (?:i|we|he|she|they|ich|wir|er|sie|man|je) (?:write|say|do|eat|drink|wear|bring|schreiben|sagen|tun|essen|machen|trinken|mitbringen)\b[^?]{0,40}\Z"
    r"|(?:how|wie|comment|como) (?:do|can|should|would|kann|soll|muss|schreibe|hebe|werde|mache|puis|dois|puedo|debo)\b(?! (?:many|much|long))[^?]{0,60}\Z"
    r"|(?:which|welche[rsnm]?|quel(?:le)?|cual) (?:\w+ )?(?:is|was|ist|war|est|es) (?:the |der |die |das |le |la |el )?(?:better|best|wrong|right|hardest|easiest|nicest|besser|beste|falsch|richtig|harteste|schwerste|meilleure?|mejor)\W*\Z"
    r"|is there (?:a |an )?(?!\d)(?:toilet|bathroom|way|reason|chance|point)\b[^?]{0,30}\Z)",
    re.IGNORECASE,
)
ENDS_WITH_OPINION = re.compile(rf"\b{OPINION_WORDS}\W*\Z", re.IGNORECASE)


def asks_only_opinions(message: str) -> bool:
    """Return whether each question of a message asks what no sum answers, so that the figures beside it only tell."""
    questions = [match.group()[:-1] for match in QUESTION_SENTENCE.finditer(fold(message))]
    return bool(questions) and all(map(asks_opinion, questions))


def asks_opinion(sentence: str) -> bool:
    """Return whether a sentence asks for an opinion or for a person, and for no figure."""
    if FIGURE_ASKED_FOR.search(sentence):
        return False
    starts = [0, *(match.end() for match in CLAUSE_BEHIND.finditer(sentence))]
    found = (sentence[start:] for start in starts if OPINION_ASKED.match(sentence, start))
    return any(re.search(r"\d", one) is None or ENDS_WITH_OPINION.search(one) for one in found)
