"""What is said around a question and asks for nothing: greetings, labels, apologies, reasons, thanks; and spaces that repeat."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from config.builtins.wording import Mapped, fold, language_of, merged

LONGEST_WITH_CHATTER = 20_000  # characters of a message
LONG_GAP = re.compile(r"\s{40}")  # searching behind each of many blanks takes the square of them
MOST_LEADS = 5  # pieces of chatter one behind the other
ASKING_STARTS = (  # of a question or of an order, folded
    r"(?:¿|how|hows|what|whats|which|whichs?|when|whens|where|wheres|who|whos|whose|whom|why|is|are|am|was|were|isn't|aren't|does|do|did|has|have|had|will|would|can|could|should|may|must|shall|at what|on (?:what|which)|in (?:what|which|how)|by (?:what|how)|from (?:what|which)|to what|for how|of (?:these|those|the|this)|if|until|since|"
    r"convert|change|turn|count|add|sum|sort|order|rank|format|minify|validate|check|verify|list|show|give|find|get|calculate|compute|work out|tell|compare|pretty|prettify|plot|draw|extract|pull|replace|split|reverse|round|rename|group|filter|remove|delete|drop|strip|take|put|make|write|spell|number|shout|capitali[sz]e|uppercase|lowercase|underline|indent|fix|repair|clean|join|merge|keep|pick|name|read|estimate|multiply|divide|subtract|solve|simplify|rate|judge|look|please|pls|need (?:this|that|it|an?|the|to)|pasal[oae]s?|only|just|nur|solo|i (?:need|want|have|would|am|was|'d)|"
    r"wie|wieviele?|was|welche[rsnm]?|wann|wo|wer|wen|wem|warum|ist|sind|war|hat|haben|kann|kannst|kommt|passt|reicht|in welche[rm]|an welchem|auf welchen|am wievielten|zahle?|rechne|berechne|wandle|sortiere?|ordne|formatiere?|prufe?|pruf|gib|zeig\w*|nenne?|liste|mach|entferne?|losche?|ersetze?|vergleiche?|schreib\w*|sag|such\w*|summiere?|addiere?|konvertiere?|dreh\w*|bitte|"
    r"combien|quelles?|quels?|quand|qui|ou|est-ce|a quelle?|en quelle?|de combien|convertis(?:sez)?|compte[zr]?|calcule[zr]?|trie[zr]?|verifie[zr]?|donne[zr]?|montre[zr]?|liste[zr]?|affiche[zr]?|supprime[zr]?|remplace[zr]?|compare[zr]?|mets|mettez|additionne[zr]?|peux-tu|pouvez-vous|"
    r"cuant[oa]s?|que|cual(?:es)?|cuando|quien(?:es)?|donde|en que|a que|de que|convierte|cuenta|calcula|ordena|comprueba|verifica|dame|dime|muestra|lista|quita|elimina|reemplaza|compara|pon|suma|pasa|puedes)\b"
)
ASKING_LINE = re.compile(rf"\W*{ASKING_STARTS}")
ASKED_ANYWHERE = re.compile(
    r"\?|\b(?:how|what|whats|which|who|whos|when|average|mean|total|sum|count|sort|list|wie|welche[rsnm]?|was|wer|wann|summe|combien|quel(?:le)?s?|qui|moyenne|cuant[oa]s?|cual(?:es)?|que|quien|media)\b"
)
COUNTED_NOUNS = re.compile(  # a last sentence with one of them asks about the text in front of it
    r"\b(?:words?|characters?|chars?|letters?|vowels?|consonants?|sentences?|lines?|paragraphs?|text|this|that|it|uppercase|lowercase|capitals|reading|worter|wortern|zeichen|buchstaben|satze|zeilen|text|mots?|caracteres?|lettres?|phrases?|lignes?|texte|palabras?|letras?|frases?|lineas?|texto)\b"
)
CHAT_KIN = r"(?:my|our|mein|meine|unser|unsere|mon|ma|notre|mi|nuestr[oa]) [a-z]{2,15}"
CHAT_END = r"\s*[!,.:;…]+(?:\)|\s)*\s+|\s+[-–—]+\s+|\s*\n\s*"  # how a piece of chatter ends in front of a question
CHAT_GREETING = (
    r"(?:hi+|hello+|hey+|heya|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|hallochen|guten (?:morgen|tag|abend)|moin(?: moin)?|servus|gruss gott|gruezi|bonjour|bonsoir|salut|coucou|hola|buenas(?: (?:tardes|noches))?|buenos dias)"
    r"(?:,? (?:there|all|everyone|everybody|guys|team|folks|king|kingdom|again|zusammen|alle|leute|nochmals?|a tous|tout le monde|a todos|otra vez)){0,2}"
)
SMALL_QUESTION = r"(?:quick|silly|dumb|stupid|random|simple|small|short|little|tiny|basic)"
ANNOUNCEMENT = (
    rf"(?:(?:just )?(?:an?(?:other)? )?(?:very )?{SMALL_QUESTION} (?:question|one|q)(?: maybe| perhaps| probably| for you| i guess)?(?:,? but)?|i(?: have|'ve got| got) an? (?:{SMALL_QUESTION} )?question(?: for you)?|question for you"
    r"|(?:nur )?(?:eine? |mal (?:eine )?)?(?:kurze|dumme|blode|schnelle|kleine) (?:zwischen)?frage(?: mal)?|(?:ich hab(?:e)? )?(?:eine|mal ne) frage|(?:une |j'ai une )?(?:petite|simple) question(?: rapide| bete)?|j'ai une question|une question rapide|(?:tengo )?una pregunta(?: rapida| tonta| sencilla)?|pregunta rapida"
    r"|(?:sorry|apologies) (?:to|for) (?:bother|bothering|disturb|disturbing|trouble|the (?:silly |dumb |stupid )?(?:question|trouble|disturbance))(?: you)?(?: again)?|excuse me|(?:sorry|entschuldigung|entschuldige) (?:fur|wegen) (?:die|der) (?:storung|dummen? frage)|(?:desole|pardon)e? de (?:vous |te )?deranger|excusez-moi|excuse-moi|perdon[ae]? (?:por )?la molestia|disculp[ae](?: la molestia)?"
    r"|(?:please |pls )?help(?: me)?(?: out)?(?: here)?(?: please)?|i(?:'m| am|m) stuck(?: here)?|i need (?:some |a bit of |a little |your )?help(?: here)?|(?:just |i'm just )?(?:curious|out of (?:sheer |pure )?curiosity)|(?:nur |rein )?aus (?:reiner )?neugier(?:de)?|(?:juste |simple )?par (?:simple )?curiosite|(?:solo |pura )?por (?:pura )?curiosidad"
    r"|for (?:my|the|our) (?:\w+ )?(?:homework|records|notes|essay|class|assignment)|fur (?:die|meine) (?:hausaufgaben?|schule|arbeit)|pour (?:mes|les) devoirs|para (?:mis|los) deberes"
    rf"|(?:i(?:'m| am|m) )?not sure (?:if|whether) you (?:can|could) (?:do|answer|handle) (?:this|that|it),? but|(?:bin )?(?:mir )?nicht sicher,? ob (?:du|sie) das (?:kannst|konnen),? aber|um(?!\s+wie)m*|uh+|erm+|hmm+|ok so|ahm+|aeh+m*|euh+|{CHAT_KIN} (?:wants? to know|asks?(?: me| us)?|asked(?: me| us)?|would like to know|keeps? asking(?: me| us)?|will wissen|mochte wissen|fragt(?: mich| uns)?|veut savoir|voudrait savoir|(?:me|nous) demande|quiere saber|(?:me|nos) pregunta)"
    r"|(?:so )?(?:i|we) (?:need|want|have) to know)"
)
ASKED_INDIRECTLY = (  # in front of a question word: "could you tell me how many …"
    r"(?:(?:can|could|would|will) (?:you|u) (?:please |pls |kindly )?(?:tell|show) (?:me|us)|(?:please |pls )?tell me|do you (?:happen to )?know|any idea|(?:i|we)(?:'d| would) (?:like|love) to know|i(?:'m| am|m)? (?:was )?(?:just )?wondering|would you mind telling me"
    r"|(?:peux-tu|tu peux|pouvez-vous|vous pouvez|pourrais-tu|pourriez-vous) me dire|(?:je voudrais|j'aimerais|je veux) savoir|dis-moi|dites-moi|¿?(?:me )?(?:puedes|puede|podrias|podria) decir(?:me)?|(?:quisiera|quiero|me gustaria) saber|dime|kannst du (?:mir )?(?:bitte )?sagen|konnen sie (?:mir )?(?:bitte )?sagen|weisst du|wissen sie|ich (?:wusste gern|mochte wissen|wurde gerne? wissen)|sag mir(?: bitte)?)"
)
HELP_ASKED = r"(?:(?:can|could|would|will) (?:you|u|anyone|someone|somebody) (?:please |pls )?help(?: me| us)?(?: out)?(?: (?:please|pls|with (?:this|that|something)))?|kannst du (?:mir |uns )?(?:bitte |mal )*helfen|konnen sie (?:mir |uns )?(?:bitte |mal )*helfen|(?:tu peux|vous pouvez|peux-tu|pouvez-vous) m'aider|¿?(?:me|nos) (?:ayudas|ayuda|puedes ayudar|puede ayudar)|¿?puedes ayudarme) ?\?*[.!]?"
CHAT_USES = r"(?:friends?|work|school|class|homework|forms?|job|project|colleague|mum|mom|dad|boss|son|daughter|brother|sister|neighbou?r|wife|husband|mother|father|teacher|garden|house|kitchen|trip|party|wedding|report|meeting|presentation|quiz|exam|test|essay|application|kids?|club)"
CHAT_BESIDE = (  # a sentence of who asks, or what for
    rf"(?:{CHAT_KIN} (?:asked|gave|set|sent|told) (?:me|us) (?:this|that|it)(?: one)?|(?:i|we) (?:was|were|got|just got) (?:just )?asked (?:this |that |it )?(?:at|in|by) (?:work|school|class|the office|{CHAT_KIN})|(?:i|we) have to hand (?:this|it|that) in|(?:i|we)(?: a|')?(?:re|m) (?:arguing|fighting|having an argument|betting) (?:about|over|on) (?:it|this|that)(?: at home| at work)?"
    rf"|(?:i |we |i'd )?(?:just )?need (?:this|it|that) for (?:(?:the|my|our|an?|some) )?{CHAT_USES}|(?:it(?:'s| is|s)|this is|that's) (?:just )?for (?:(?:the|my|our|an?|some) )?{CHAT_USES}|(?:i )?(?:always|keep|constantly) forget(?:ting)?(?: (?:this|it|that|these|how))?|i can never remember(?: (?:this|it|that))?|we are arguing about it"
    r"|meine? [a-z]{2,15} (?:hat|haben) (?:mich|uns) das gefragt|(?:ich |wir )?brauche?n? (?:das|es) fur (?:den|die|das|mein\w*|ein\w*) (?:garten|arbeit|schule|haus|kuche|formular|reise|hochzeit|party|bericht|chef|kinder)|(?:(?:das|es) )?ist fur (?:den |die |das |mein\w* |ein\w* )?(?:arbeit|schule|formular|freund(?:in)?|chef(?:in)?|garten|projekt|hausaufgaben?)|(?:das )?vergesse? ich immer|ich vergesse (?:das|es) immer"
    r"|(?:ma|mon) [a-z]{2,15} m'a demande (?:ca|cela)|j'en ai besoin pour (?:le |la |l'|mon |ma |une? )(?:jardin|travail|ecole|maison|cuisine|formulaire|voyage|mariage|rapport)|c'est pour (?:le |la |l'|mon |ma |une? )(?:travail|ecole|formulaire|ami|amie|projet|jardin)|je l'oublie toujours|j'oublie toujours"
    r"|mi [a-z]{2,15} me lo (?:pregunto|ha preguntado)|lo necesito para (?:el|la|mi|una?) (?:jardin|trabajo|escuela|casa|cocina|formulario|viaje|boda|informe)|es para (?:el|la|mi|una?) (?:trabajo|escuela|formulario|amigo|amiga|proyecto|jardin)|siempre se me olvida|siempre lo olvido)"
)
CHAT_THANKS = (
    rf"(?:many thanks|thanks?(?: (?:you|a lot|so much|very much|in advance|again|a million|loads|very)){{0,3}}|thank you(?: (?:so much|very much|in advance|again|kindly))?|thx|tyvm|ty|tia|cheers|ta|(?:please|pls|plz)(?: and (?:thank you|thanks))?|(?:it'?s |its |it is )?(?:much|very much|greatly) appreciated|asap|(?:there'?s |its |it's )?no (?:rush|hurry)|any (?:ideas?|clues?|thoughts)\??|{HELP_ASKED}"
    r"|danke(?: (?:dir|ihnen|schon|im voraus|sehr|vielmals|euch)){0,2}|vielen dank(?: im voraus)?|merci(?: (?:beaucoup|bien|d'avance|a toi|a vous)){0,2}|bitte|eilt nicht|keine eile|hat keine eile|svp|stp|s'il (?:vous|te) plait|(?:c'est )?pas presse|rien ne presse|(?:muchas |mil )?gracias(?: (?:de antemano|por todo))?|por ?fa(?:vor|s)?|por favor|sin prisas?|no (?:hay|corre) prisa|lg|vg|mfg"
    r"|(?:here(?:'s| is| are|s)(?: the| my| our| some)? (?:data|table|list|numbers|csv|json|text)|here you go|here it is|see below|(?:the )?(?:data|table|list|numbers|text)(?: is| are)? below)"
    rf"|{CHAT_BESIDE})"
)
CHAT_SMILE = r"(?:\s*(?::-?\)|;-?\)|:-?d\b))?"
CHAT_LEAD = re.compile(
    rf"\A[\s¡]*(?:(?:{CHAT_GREETING}|{ANNOUNCEMENT}|{CHAT_BESIDE})(?P<end>{CHAT_END}| *!|\s+(?=\W?{ASKING_STARTS}))|{HELP_ASKED}\s+|{ASKED_INDIRECTLY}(?:\s*[,:]\s*|\s+)(?=¿?(?:how|what|which|when|where|who|at what|on what|in what|wie|was|welche|wann|wer|combien|quel|quand|qui|cuant|cual|que|cuando|quien)))(?=\S)"
)
QUESTION_LABEL = re.compile(
    r"\A\s*(?:(?:q|question|frage|pregunta|task|aufgabe|exercise) ?\d{0,2} ?[:.)]|f ?:|\(?[1-9]\d?\)(?![ \t]*[-+*/^×÷=<>(]))[ \t]+(?=\S)"
)
ITEM_LABEL = re.compile(r"\A\s*(?:[1-9]\.[ \t]+(?![\d.]+\.[ \d])|[-*>•–][ \t]+(?=[^\W\d_]|[¿\"']))(?=\S)")
FURTHER_ITEM_LABEL = re.compile(r"(?:\n\s*(?:[-*>•–]|\(?\d{1,2}[.)])|[\s,;]\(?[2-9][.)])\s")
CHAT_TAIL = re.compile(
    rf"(?:(?<=[^\s,;–—-])(?:\s*[,;.!?]\s*|\s+[-–—]+\s*|\s+)){CHAT_THANKS}(?:[\s,.!]+{CHAT_THANKS}){{0,2}}\s*[.!…:]*{CHAT_SMILE}\s*\Z"
)
SMILE_BEHIND = re.compile(r"(?<=\S)\s+(?::-?\)|;-?\)|🙏|😊|🙂)\s*\Z")
POLITE_WORD = re.compile(r"[\s,]*(?:please|pls|plz|bitte|svp|stp|por favor|porfa)[\s.!]*")
WIDE_GAP = re.compile(r"(?<=\S)(?<!\d) {2,}(?=\S)|(?<=\d) {2,}(?=[^\s\d])")
NUMBER_ASKED = re.compile(r"\bwhat number of (?=[a-z])(?!of\b)")
WEEKDAY_SPELLED_OUT = re.compile(r"\bday of the week(?= \d)")  # "… 9 June", which is no week 9
BARE_NEGATION = re.compile(r"\b(did|do|does|is|are|was|were|have|has|had|could|would|should|wo)nt\b")
CHAT_LETTERS = re.compile(r"[^\W_]")


class Chatter(NamedTuple):
    """What a handler reads, which decides how careful its chatter is looked for.

    ``text``: any sentence may be the data. ``lines``: tables and documents, whose lines are data. ``items``: a number or
    a dash in front of a line may belong to the data.
    """

    text: bool = False
    lines: bool = False
    items: bool = False


def without_chatter(message: str, reads: Chatter) -> Mapped | None:
    """Return a message without what is said around its question; None where there is nothing of that kind."""
    if len(message) > LONGEST_WITH_CHATTER or LONG_GAP.search(message):
        return None
    spaced = with_single_spaces(Mapped(message), reads)
    read = with_ends_cut(with_start_cut(with_last_line_cut(spaced, reads), reads), reads)
    if language_of(read.text) != language_of(spaced.text):  # "180 PS in kW bitte" is German by that word
        read = spaced
    if not reads.text:
        read = with_matches_put(read, NUMBER_ASKED, "how many ")
    if not (reads.text or reads.lines):
        read = with_matches_put(read, BARE_NEGATION, r"\1n't")
        read = with_matches_put(read, WEEKDAY_SPELLED_OUT, "weekday")
    return read if read.text != message and len(CHAT_LETTERS.findall(read.text)) > 1 else None


def in_small_letters(text: str) -> str:
    """Return a text folded, in small letters and of the same length."""
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in fold(text))


def with_matches_put(read: Mapped, pattern: "re.Pattern[str]", put: str = "") -> Mapped:
    """Return a text with the matches in its folded form replaced."""
    for match in reversed(list(pattern.finditer(in_small_letters(read.text)))):
        read = without_part(read, match.start(), match.end(), match.expand(put))
    return read


def without_part(read: Mapped, start: int, end: int, put: str = "") -> Mapped:
    """Return a text with one part replaced."""
    place = (read.places[start][0], read.places[end - 1][1])
    return Mapped(
        read.text[:start] + put + read.text[end:], [*read.places[:start], *[place] * len(put), *read.places[end:]]
    )


def with_start_cut(read: Mapped, reads: Chatter) -> Mapped:
    """Return a message without the labels and the chatter in front of its question."""
    for _ in range(MOST_LEADS):
        flat = in_small_letters(read.text)
        match = question_label(flat, reads) or CHAT_LEAD.match(flat)
        if match is None or not CHAT_LETTERS.search(flat, match.end()):
            return read
        if reads.text and not is_asked_behind(flat[match.end() :]):
            return read
        read = without_part(read, 0, match.end())
    return read


def with_last_line_cut(read: Mapped, reads: Chatter) -> Mapped:
    """Return a message whose last line is a question without the chatter in front of that."""
    for _ in range(MOST_LEADS):
        flat = in_small_letters(read.text)
        start = flat.rstrip().rfind("\n") + 1
        match = start and (question_label(flat[start:], reads) or CHAT_LEAD.match(flat[start:]))
        if not match or not ASKING_LINE.match(flat, start + match.end()):
            return read
        read = without_part(read, start, start + match.end())
    return read


def question_label(flat: str, reads: Chatter) -> "re.Match[str] | None":
    """Return the label of a question, or its number in a list that has no other."""
    match = QUESTION_LABEL.match(flat) or ITEM_LABEL.match(flat)
    if match is None or FURTHER_ITEM_LABEL.search(flat, match.end() - 1):
        return None
    careful = reads.items and ITEM_LABEL.match(flat) is not None
    return None if careful and not ASKING_LINE.match(flat, match.end()) else match


def is_asked_behind(flat: str) -> bool:
    """Return whether a text begins with a question about what stands behind that, and does not end with one."""
    if (further := CHAT_LEAD.match(flat)) is not None:
        return is_asked_behind(flat[further.end() :])
    lead = re.match(r"[^\n:\"“„«]{2,120}?(?:[\n:\"“„«]|(?<= )'(?=\w)|->|→)", flat)
    is_lead = lead is not None and (lead.group()[-1] == ":" or COUNTED_NOUNS.search(lead.group()) is not None)
    if not (ASKING_LINE.match(flat) or is_lead):
        return False
    sentences = [one for one in re.split(r"(?<=[.?!])\s+|\n+", flat.strip()) if one]
    last = sentences[-1]
    is_question = len(sentences) > 1 and len(last) < 90 and ":" not in last
    is_question = is_question and (ASKING_LINE.match(last) is not None or last.endswith("?"))
    return not (is_question and COUNTED_NOUNS.search(last))


def with_ends_cut(read: Mapped, reads: Chatter) -> Mapped:
    """Return a message without thanks and reasons at its end, and at the end of the question in front of its data."""
    read = with_tail_cut(read, 0, len(read.text), reads)
    first = read.text.find("\n")
    return with_tail_cut(read, 0, first, reads) if first > 0 else read


def with_tail_cut(read: Mapped, start: int, end: int, reads: Chatter) -> Mapped:
    """Return a message without the thanks at the end of one part of it."""
    flat = in_small_letters(read.text[start:end])
    match = CHAT_TAIL.search(flat) or SMILE_BEHIND.search(flat)
    is_polite = match is not None and POLITE_WORD.fullmatch(match.group()) is not None
    if match is None or is_polite or len(CHAT_LETTERS.findall(flat[: match.start()])) < 2:
        return read  # "Durchschnitt bitte" is German by its last word
    before = flat[: match.start() + 1].rstrip(" ,;")
    line = before.rpartition("\n")[2]
    is_whole = end == len(read.text) and start == 0
    if reads.text and is_whole and not re.search(r"[\"”“»'][.?!]?\Z", flat[: match.start() + 1].rstrip(" ,;")):
        return read
    if reads.lines and is_whole:
        apart = "\n\n" in flat[match.start() - 1 : match.end()] or flat[: match.start() + 1].endswith("\n\n")
        if not apart and ("\n" in flat[match.start() : match.end()].rstrip() or not ASKED_ANYWHERE.search(line)):
            return read
    sign = re.match(r"\s*[.!?]", flat[match.start() : match.end()])
    return without_part(read, start + match.start() + (sign.end() if sign else 0), start + match.end())


def with_single_spaces(read: Mapped, reads: Chatter) -> Mapped:
    """Return a message with one space where several stand between the words of a question."""
    if "  " not in read.text:
        return read
    flat, at, places = in_small_letters(read.text), 0, list[tuple[int, int]]()
    limit = len(flat)
    if reads.text:
        lead = re.match(r"[^\n:\"“„«']*", flat)
        limit = lead.end() if lead and lead.end() < len(flat) else 0
    for line in flat.splitlines(keepends=True):
        is_last_question = at > 0 and at + len(line) == len(flat) and ASKING_LINE.match(line) is not None
        if not reads.lines or is_question_line(line):
            end = len(flat) if is_last_question and COUNTED_NOUNS.search(line) else limit
            places += [(at + gap.start(), at + gap.end()) for gap in WIDE_GAP.finditer(line) if at + gap.end() <= end]
        at += len(line)
    for start, end in reversed(places):
        if flat[start - 1] != "@" and re.match(r"@\w", flat[end:]) is None:  # a space in an address is its fault
            read = without_part(read, start + 1, end)
    return read


def is_question_line(line: str) -> bool:
    """Return whether a line is a question, in which several spaces separate no cells."""
    said = re.split(r"[{\[|\t]", line)[0]
    words = re.findall(r"[^\W\d_]+", said)
    if len(words) > 2 and len(said) == len(line) and re.search(r"[^\W\d_]\s*:\s*\Z", said):
        return True
    return len(words) > 2 and bool(
        ASKING_LINE.match(line) or (ASKED_ANYWHERE.search(line) and len(words) > 4) or line.rstrip().endswith("?")
    )


def answered_without_chatter(
    payload: dict[str, Any], reads: Chatter, answer: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any]:
    """Return the answer to a message without its chatter; to the message itself where that gives none."""
    read = without_chatter(str(payload.get("text", "")), reads)
    if read is not None:
        made = answer({**payload, "text": read.text})
        if made["status"] == "SUCCESS":
            return said_with_chatter(made, read, payload)
    return answer(payload)


def said_with_chatter(made: dict[str, Any], read: Mapped, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer to a message without its chatter as one to the message itself, the chatter used."""
    message = str(payload.get("text", ""))
    used = [read.span(start, min(end, len(read.text))) for start, end in made["used"] if start < len(read.text)]
    return {**made, "used": merged([*used, *places_cut(read, message)], len(message))}


def places_cut(read: Mapped, message: str) -> list[list[int]]:
    """Return the places of a message that were left out, but for those without a letter or a digit."""
    made, at = list[list[int]](), 0
    for start, end in [*read.places, (len(message), len(message))]:
        if start > at and CHAT_LETTERS.search(message, at, start):
            made.append([at, start])
        at = max(at, end)
    return made
