"""What a message asks about addresses beside their form: to take them out of a text, a sign behind one, one with "at" in words."""

import re

from config.builtins.email_validator.beyond_form import MAILBOX_ASKED
from config.builtins.email_validator.spaced_signs import FORM_WISHED
from config.builtins.wording import cell, fill_in, fold

ADDRESS_NOUN = (
    r"(?:e-?mails?(?:[ -]?(?:address\w*|adress\w*|ids?))?|mail-?(?:address\w*|adress\w*)|address\w*|adress\w*(?: (?:e-?)?mails?| electroniques?)?"
    r"|correos?(?: electronicos?)?|courriels?|direcciones(?: de (?:correo|e-?mail)(?: electronico)?)?)"
)
SOURCE_NOUN = (
    r"(?:notes?|text|texts|message|thread|list|file|document|report|paragraph|letter|page|log|chat|minutes|protocol|mess|stuff|block|following|conversation|transcript"
    r"|\w*(?:notiz\w*|nachricht\w*|text\w*|liste|protokolls?|brief\w*|dokuments?|bericht\w*|verlauf\w*|mitschrift)|texte|liste|fichier|lettre|compte-rendu|mensaje|texto|lista|archivo|carta|notas)"
)
SOURCE = (
    rf"(?: (?:out of|from|in|of|inside|within|aus|im|vom|von|de|du|des|dans|del|en)(?: (?:my|the|this|that|these|our|her|his|following|all|dieser|diesem|diesen|der|dem|den|meine\w*|folgende\w*|ce|cette|ces|mes|le|la|les|l'|este|esta|mis|el|los))*"
    rf"(?: (?!who|that|which|with|ending|at\b)[\w'-]+){{0,2}}? (?:{SOURCE_NOUN}|here|below|this|it|these|hier|unten|ici|aqui))"
)
TAKEN_OUT = re.compile(
    r"\W*(?:(?:hi|hello|hey|hallo|bonjour|hola|please|pls|can you|could you|would you|bitte|kannst du|konntest du|peux-tu|pouvez-vous|puedes|i need(?: you)?(?: to)?|i would like|i'd like|je voudrais|je veux|il me faut|ich mochte|quiero|quisiera|i want|ich brauche|ich hatte gern|j'ai besoin de|necesito|me)\W+)*"
    r"(?:(?:extract|pull(?: out)?|find|get|grab|list|collect|copy|pick(?: out)?|take|show|give|fish(?: out)?|which|what|only|just|extrahier\w*|zieh\w*|hol\w*|such\w*|finde?|liste?|zeig\w*|gib|sammle?|welche"
    r"|extrai\w*|trouve\w*|donne\w*|recupere\w*|releve\w*|quelles?|saca\w*|extrae\w*|busca\w*|dame|lista|encuentra|que|cuales?) )?"
    rf"(?:(?:me|mir|moi|out|all|every|each|just|only|seulement|uniquement|solo|solamente|lediglich|the|of|any|alle|die|nur|toutes?|les|l'|tous|todas?|los|las|todos|por favor|bitte|please|raus|heraus|ist|sind|sont|son) )*{ADDRESS_NOUN}"
    rf"(?: (?:please|pls|out|raus|heraus|bitte|are|there|sind|stehen|stecken|sont|hay|aparecen))*{SOURCE}?(?: (?:raus|heraus|out|please|pls|bitte|for me|svp|por favor|s'il te plait))*\W*",
    re.IGNORECASE,
)
PIECE_OF_TEXT = re.compile(r"\S(?:[^:?\n]|[:?](?!\s))*[:?]?")
COMPLAINT = re.compile(
    r"\b(?:invalid|wrong|rejects?|rejected|refuses?|refused|bounc\w+|not (?:valid|accepted|work\w*)|won'?t|doesn'?t|does not|why|error|fails?|failed|ungultig\w*|falsch|abgelehnt|lehnt|akzeptiert|warum|wieso|fehler|invalide|refuse\w*|rejette|pourquoi|erreur|invalid[ao]|rechaza\w*|por que|error)\b",
    re.IGNORECASE,
)
AS_WRITTEN = re.compile(
    r"\b(?:(?:can|could|may|should|do|must) (?:i|we|you)|is (?:this|that|it)|ok(?:ay)?|allowed|works?|usable|as is|like (?:that|this)|(?:kann|darf|soll|muss) (?:ich|man|wir)|geht (?:das|so)|funktioniert|so ein\w*|puis-je|peut-on|je peux|ca marche|puedo|se puede|podemos|sirve|vale)\b",
    re.IGNORECASE,
)
SPACED_WHOLE = r"(?P<whole>[a-z][\w.+-]{0,63} [\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})"
QUOTED_WHOLE = re.compile(rf"(?<![\w'])[\"'“„«‘`] ?{SPACED_WHOLE} ?[\"'”“»’`](?!\w)")
REFUSED_WHOLE = re.compile(
    rf"(?:\A\W*|\b(?i:rejects?|rejected|refuses?|accept\w*|takes?|with|address|adresse|e-?mail|mail|lehnt|nimmt|akzeptiert|refuse|rejette|rechaza|acepta|direcci[oó]n|correo|courriel) )(?!(?:to|from|at|of|for|my|the|our|your|contact|user|customer|address|e-?mail|mail|only|but|why|does|do|can|von|an|f[uü]r|mit|de|para|pour|a|is|ist|est|es|and|und|et|y) ){SPACED_WHOLE}"
)


def quoted_whole(text: str) -> list[str]:
    """Return what stands in quotes as one address and has a space in it; a word with a capital is a name."""
    return [match["whole"] for match in QUOTED_WHOLE.finditer(text)]


NAME_OF_OWNER = re.compile(  # "Orrin Ltd <billing@orrin.example>"
    r"(?:(?<![\w.'-])[A-ZÀ-ÖØ-Þ][\w.'-]{0,40} {1,3}){1,5}(?=<[^\s<>@]{1,64}@)|[\"“][^\"”\n]{1,60}[\"”] ?(?=<[^\s<>@]{1,64}@)|(?<=[;\n])[^;\n<>@]{1,60}(?=<[^\s<>@]{1,64}@)"
)


def display_names(text: str) -> list[tuple[int, int]]:
    """Return the places of the names that stand before addresses in angle brackets: what is asked is not in them."""
    return [match.span() for match in NAME_OF_OWNER.finditer(text)]


NONE_TOLD = re.compile(  # "Pia (has none)" in a list of names with addresses
    r"(?<=[,;\n])\s*[A-ZÀ-ÖØ-Þ][\w'-]+(?: [A-ZÀ-ÖØ-Þ][\w'-]+)? ?[(:–-] ?(?:has (?:none|no (?:e-?mail|address))|none|no (?:e-?mail|mail|address)|(?:hat )?keine(?: (?:e-?mail|adresse))?|n'en a pas|aucune|no tiene|ninguna)\)?(?=[,;.\n]|\Z)"
)
LIST_NAMED = re.compile(r"\A[^:?.!\n@]{3,40}:(?=\s)")


def frame_of_list(text: str, every: list[str]) -> list[list[int]]:
    """Return the places of the name of a list in front of it, of its people's names and of those without an address."""
    named = display_names(text)
    if len(every) < 2 or len(named) < 2:
        return []
    head = LIST_NAMED.match(text)
    is_head = head is not None and named[0][0] - head.end() <= 1
    return [
        *map(list, named),
        *([[0, head.end()]] if head and is_head else []),
        *(list(one.span()) for one in NONE_TOLD.finditer(text)),
    ]


SOURCE_TOLD = re.compile(  # "that's what he put on the sign up sheet"
    r"\b(?:(?:that'?s|that is|this is|it'?s) (?:what|how|the way) (?:(?:the|my|our|his|her) )?\w+(?: has)? (?:put|wrote|written|gave|given|typed|entered|filled in|left|noted|scribbled|sent)(?: (?:down|me|us|it))*(?: (?:on|in|at) (?:\w+ ){0,4}\w+)?|so (?:hat|haben) (?:er|sie|es) (?:es |das )?(?:\w+ ){0,4}(?:geschrieben|aufgeschrieben|angegeben|eingetragen)|c'est ce qu'(?:il|elle) a (?:ecrit|mis|note)(?: sur (?:\w+ ){0,3}\w+)?|es lo que (?:puso|escribio)(?: en (?:\w+ ){0,3}\w+)?)(?=\W*(?:[.?!\n]|\Z))",
    re.IGNORECASE,
)
MAY_WRITE = re.compile(r"\b(?:can|could|may|should) (?:i|we) (?:\w+ )?(?:write|send|mail|e-?mail|reply)(?: (?:it|him|her|them|mail|something))? to\b|\bkann ich (?:an|ihm|ihr)\b|\b(?:puis-je|je peux) ecrire a\b|\bpuedo escribir a\b", re.IGNORECASE)  # fmt: skip
QUOTED_TALK = re.compile(r"(?:[^.?!:\n\"“„«]{0,40}:? ?)?[\"“„«](?P<said>[^\"“”„«»\n]{8,300})[\"”“»]")


def told_around(text: str, question: str, found: list[str], *, is_broken: bool) -> list[list[int]]:
    """Return the places that tell where the only address is from, and, of a broken one, the wish to write to it."""
    if len(found) != 1:
        return []
    spans = [list(one.span()) for one in SOURCE_TOLD.finditer(question)]
    if is_broken:
        spans += [list(one.span()) for one in MAY_WRITE.finditer(question)]
    quoted = QUOTED_TALK.search(text)
    if quoted is not None and found[0] in quoted["said"] and FORM_WISHED.search(question[quoted.end() :]):
        spans += pieces_of_text(text[: quoted.end()], quoted.start())
    return spans


ASKED_WHOLE = re.compile(  # "es valido el correo jose perez@hotmail.com", "is it correct: mary ann@aol.com"
    r"\b(?i:(?:es|est|is|ist) (?:it |this |that |das |esto |esta |ceci )?(?:correct[oae]?|v[aá]lid[oae]?|right|ok(?:ay)?|richtig|korrekt|g[uü]ltig|bien|bon(?:ne)?)|e-?mail|mail|(?:e-?)?mail-?adresse|e-?mail address|address|adresse|adresse (?:e-?)?mail|courriel|correo|correo electr[oó]nico|direcci[oó]n(?: de correo)?)(?: (?i:is|ist|lautet|est|es):?)? (?=(?P<word>[a-z]{2,30}) )"
    rf"{SPACED_WHOLE}(?![\w@])"
)
CLAUSE_WHOLE = re.compile(  # "is that right? hans peter@t-online.de, he wrote it on a slip": a clause of its own
    rf"(?:\A|(?<=[?!:;.,–-] )|(?<=\n))(?=(?P<word>[a-zà-ÿ]{{2,30}}) ){SPACED_WHOLE}(?= *(?:[,;?!:)\n]|[-–] |\Z))"
)
GREETING_BEFORE = re.compile(
    r"hi|hello|hey|hallo|hola|bonjour|salut|thanks|contact|user|customer|client|name|account|login|info|ask|call|reply|attn|yes|yep|nope|danke|kontakt|kunde|nutzer|konto|antwort|merci|gracias|cliente|ok|well|again|then|now",
    re.IGNORECASE,
)
FORM_ASKED = re.compile(
    r"\?|\b(?:valid\w*|invalid\w*|correct\w*|check\w*|ok(?:ay)?|right|wrong|gultig\w*|richtig|korrekt|pruf\w*|stimmt|verif\w*|comprueb\w*|bien|bonne?)\b",
    re.IGNORECASE,
)
BEFORE_ADDRESS_LISTED = """
is are was in on at of to from for with and or as by like here this that these those my our his her your their the an it valid invalid correct
wrong right real format syntax server field form box inbox list called named ending ends looks look works work exists exist please pls named
says said goes bounced failed sent ist sind war in von an mit und oder als wie hier diese dieser meine unsere gultig ungultig richtig korrekt falsch
bitte lautet heisst est sont dans de du des la le les et ou comme ici cette ce mon ma notre valide invalide correcte incorrecte electronique
es son en el los las con para por como aqui esta este mi su valido valida invalido invalida correcto correcta incorrecto incorrecta electronico
still also only just ok okay bien not now stimmt klappt passt geht funktioniert works marche fonctionne vale sirve funciona puedes comprobar pruefe prufe
"""
BEFORE_ADDRESS = frozenset(BEFORE_ADDRESS_LISTED.split())


NO_PART_OF_IT = re.compile(
    r"check\w*|validat\w*|verif\w*|test\w*|try|(?:e-?)?mail\w*|write|send\w*|use|about|address\w*|adress\w*|pruf\w*|schreib\w*|ecri\w*|envo\w*|comprueb\w*|envi\w*|escrib\w*|correo|courriel|direccion",
    re.IGNORECASE,
)


def asked_whole(text: str) -> list[str]:
    """Return the word and the address behind it that a question about the form of one address names as it; none for other messages."""
    match = ASKED_WHOLE.search(text) or CLAUSE_WHOLE.search(text) if text.count("@") == 1 else None
    word = fold(match["word"]).lower() if match else ""
    if match is None or word in BEFORE_ADDRESS or GREETING_BEFORE.fullmatch(word) or MAILBOX_ASKED.search(word):
        return []
    if NO_PART_OF_IT.fullmatch(word) or not FORM_ASKED.search(fold(text)):
        return []
    return [match["whole"]]


SPACE_TOLD = re.compile(  # a clause that speaks of the space in an address
    r"[^.,?!:;\n]*\b(?:spaces?|blanks?|gaps?|leerzeichen|leerstellen?|espaces?|espacios?)\b[^.?!\n]*[.?!]?",
    re.IGNORECASE,
)
WORD_IN_FRONT = re.compile(
    r"(?<![\w.@'-])(?P<word>[A-Za-zÀ-ÿ][\w.+-]{0,63}) [\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
)


def spaced_as_told(text: str) -> list[str]:
    """Return the word and the only address behind it where a message says that a space stands in it; none for other messages."""
    match = WORD_IN_FRONT.search(text) if text.count("@") == 1 else None
    word = fold(match["word"]).lower() if match else ""
    if match is None or word in BEFORE_ADDRESS or NO_PART_OF_IT.fullmatch(word):
        return []
    around = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    return [match.group()] if SPACE_TOLD.search(fold(around)) else []


def told_space(text: str, found: list[str]) -> list[list[int]]:
    """Return the places of the clauses that speak of a space, where an address has one."""
    if not any(" " in one for one in found):
        return []
    places = [list(match.span()) for match in SPACE_TOLD.finditer(text)]
    return [place for place in places if "@" not in text[slice(*place)]]


WRONG_ASKED = re.compile(
    r"\b(?:what(?:'s| is|s) (?:wrong|the (?:matter|problem|trouble|issue)|up)(?: with (?:it|this|that|this one))?|(?:does ?n'?t|does not|won'?t|will not|did ?n'?t) (?:go (?:through|out)|get (?:through|there)|arrive|work|send)|(?:geht|kommt) nicht (?:durch|an|raus)|was (?:ist|stimmt) (?:daran|damit|da) (?:nicht|los|falsch)|(?:ne )?passe pas|quel est le probleme|no (?:llega|sale|funciona)|cual es el problema|(?:is|was) (?:something|anything) wrong|why|(?:que )?(?:esta|hay|tiene) (?:algo )?mal|was ist (?:daran |da )?falsch|stimmt (?:da )?(?:was|etwas) nicht|qu'est-ce qui (?:ne )?va pas|(?:il )?manque(?: -?t-il)? (?:quelque chose|qqch|un truc|rien)|(?:is |was )?(?:something|anything) (?:is )?missing|fehlt (?:da |hier |was |etwas )*(?:was|etwas)|(?:le )?falta algo|can'?t (?:see|find|spot) (?:the|a|any) (?:mistake|error|typo|problem)|(?:me )?(?:llega|viene|es|fue) rebotad\w*|rebota\w*|bounc\w*)\b",
    re.IGNORECASE,
)


def told_faults(text: str, question: str, found: list[str]) -> list[list[int]]:
    """Return the places where a message speaks of the space in an address, or asks what is wrong with it."""
    return told_space(text, found) + [list(match.span()) for match in WRONG_ASKED.finditer(question)]


DIFFERENT_ASKED = re.compile(r"\b(?:different|distinct|unique|verschiedene?\w*|unterschiedlich\w*|differentes?|differents?|distint[oa]s?|unic[oa]s?)\b", re.IGNORECASE)  # fmt: skip
REPEATS_TOLD = re.compile(
    r"[,;(]? ?\b(?:(?:because|since|as|but|and|weil|denn|aber|car|mais|porque|pero) )?(?:some|several|a few|many|people|they|somebody|manche|einige|mehrere|jemand|certains|quelques-uns|algun[oa]s|vari[oa]s)\b[^.:?\n]{0,50}\b(?:twice|double|more than once|two times|several times|again|doppelt|zweimal|mehrfach|deux fois|plusieurs fois|dos veces|varias veces)\b",
    re.IGNORECASE,
)


def told_repeats(question: str) -> list[list[int]]:
    """Return the places where a message tells that addresses repeat, beside the question for the different ones."""
    return [list(match.span()) for match in REPEATS_TOLD.finditer(question)] if DIFFERENT_ASKED.search(question) else []


def refused_whole(text: str) -> "re.Match[str] | None":
    """Return the word and the address behind it that a message says are refused."""
    return REFUSED_WHOLE.search(text) if COMPLAINT.search(fold(text)) else None


SIGNS_BEHIND = {".": ("dot", "Punkt", "point", "punto"), ",": ("comma", "Komma", "virgule", "coma")}
BEHIND_TEXTS = {
    "en": "With the {sign} at its end, **{whole}** is not valid: an address must not end with a {sign}.\n\n",
    "de": "Mit dem {sign} am Ende ist **{whole}** nicht gültig: Eine Adresse darf nicht mit einem {sign} enden.\n\n",
    "fr": "Avec le signe « {sign} » à la fin, **{whole}** n'est pas valide : une adresse ne doit pas finir ainsi.\n\n",
    "es": "Con el signo «{sign}» al final, **{whole}** no es válida: una dirección no puede terminar así.\n\n",
}


def text_taken_from(text: str) -> list[list[int]]:
    """Return the places of an order to take the addresses out of a text and of that text; none for another message.

    What the text itself asks is not asked here, therefore it is given in pieces.
    """
    lead = re.search(r"[:\n?]", text)
    if lead is None or "@" in text[: lead.start()] or TAKEN_OUT.fullmatch(fold(text[: lead.start()])) is None:
        return []
    return [[0, lead.start()], *pieces_of_text(text, lead.end())]


def pieces_of_text(text: str, start: int) -> list[list[int]]:
    """Return the places of the pieces of a text from a place on: each ends with its colon, question mark or line."""
    return [list(match.span()) for match in PIECE_OF_TEXT.finditer(text, start)]


COMMA_ENDS_CLAUSE = re.compile(
    r"\s+(?:or|oder|ou|o|do|does|can|could|what'?s?|why|is|isn'?t|how|where|any|please|pls|thanks?|and|but|so|it|that|the|they|he|she|i|we|you|was|warum|wieso|ist|kannst|siehst|hat|und|aber|bitte|pourquoi|est|peux|tu|vous|y a|et|mais|por que|es|puedes|ves|hay|y|pero)\b",
    re.IGNORECASE,
)


def sign_behind(text: str, found: list[str], language: str) -> str:
    """Return what is said of a sign right behind the only address, where a message says that it is refused; "" otherwise.

    At the end of a message or before a capital the sign belongs to its sentence.
    """
    if len(found) != 1 or COMPLAINT.search(fold(text).replace(fold(found[0]), " ")) is None:
        return ""
    match = re.search(
        rf"{re.escape(found[0])}(?P<sign>[.,])(?P<ends>\s+(?=[A-ZÄÖÜ]))?(?=\s+\S|[\"'”»)>]|(?<=\s))", text
    )
    is_clause = match is not None and match["sign"] == "," and COMMA_ENDS_CLAUSE.match(text, match.end()) is not None
    if match is None or is_clause or (match["ends"] and match.start() > 0):
        return ""
    if re.search(r"@[^@]*\.[a-z0-9]*[0-9-][a-z0-9-]*\Z", found[0], re.IGNORECASE):
        return ""  # it has another fault at its end, and the sign may be of the sentence
    sign = SIGNS_BEHIND[match["sign"]][("en", "de", "fr", "es").index(language)]
    return fill_in(BEHIND_TEXTS[language], sign=sign, whole=cell(match.group().strip()))
