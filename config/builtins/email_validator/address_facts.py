"""Questions about what an e-mail address may hold, without one: spaces, other scripts, capitals, lengths, signs."""

import re

from config.builtins.wording import fold

MAY_ASKED = re.compile(
    r"\b(?:can|may|could|must|allow\w*|legal|valid\w*|permit\w*|possible|ok(?:ay)?|matter\w*|case[- ]sensitive|how (?:long|many)|max\w*|limit|longest|darf|durfen|kann|konnen|erlaubt|gultig\w*|zulassig|egal|moglich|wie (?:lang|viele)|hochstens|peut|peuvent|permis\w*|autoris\w*|valides?|possibles?|importe\w*|longueur|combien|puede\w*|permit\w*|valid[oa]s?|posibles?|importan?|cuant[oa]s?)\b",
    re.IGNORECASE,
)
MAIL_SAID = re.compile(
    r"\b(?:e-?mails?|mail-?adress\w*|e-?mail-?adress\w*|mail ?address\w*|courriels?|correos?|adresses? mail|direccion(?:es)?|local[- ]?parts?)\b|\b(?:before|in front of|left of|after|behind|vor|nach|hinter|avant|devant|apres|antes de|delante de|despues de) (?:the |dem |den |l'|le |la |el )?(?:@|at[- ]sign\b|arobase\b|arroba\b|klammeraffen?\b)",
    re.IGNORECASE,
)
ADDRESS_FACTS: tuple[tuple[str, dict[str, str]], ...] = (
    (
        r"spaces?|blanks?|leerzeichen|espaces?|espacios?",
        {
            "en": "**No**, but for one case: before the @ a space may stand between double quotes, `\"john smith\"@x.org`, which many systems refuse (RFC 5322).",
            "de": "**Nein**, bis auf einen Fall: vor dem @ darf ein Leerzeichen zwischen doppelten Anführungszeichen stehen, `\"max m\"@x.org`, was viele Systeme ablehnen (RFC 5322).",
            "fr": "**Non**, sauf un cas : avant @ une espace peut être entre guillemets doubles, `\"jean d\"@x.org`, ce que beaucoup de systèmes refusent (RFC 5322).",
            "es": "**No**, salvo un caso: antes de @ puede haber un espacio entre comillas dobles, `\"juan p\"@x.org`, que muchos sistemas rechazan (RFC 5322).",
        },
    ),
    (
        r"umlauts?|umlaute?n?|accents?|accented|non-?english|unicode|emojis?|other scripts|foreign (?:letters|characters)|akzente|acentos?|letra n|tildes?",
        {
            "en": "**Yes**, with newer standards: in the domain they travel as `xn--…` (IDNA), before the @ they need servers that know SMTPUTF8 (RFC 6531), which many do not.",
            "de": "**Ja**, nach neueren Normen: in der Domain reisen sie als `xn--…` (IDNA), vor dem @ brauchen sie Server mit SMTPUTF8 (RFC 6531), was viele nicht können.",
            "fr": "**Oui**, selon des normes récentes : dans le domaine ils voyagent comme `xn--…` (IDNA), avant @ il faut des serveurs SMTPUTF8 (RFC 6531), ce que beaucoup n'ont pas.",
            "es": "**Sí**, según normas recientes: en el dominio viajan como `xn--…` (IDNA), antes de @ hacen falta servidores SMTPUTF8 (RFC 6531), que muchos no son.",
        },
    ),
    (
        r"capitals?(?: letters)?|upper[- ]?case|case|gross-? ?(?:und|oder|/) ?klein\w*|grossbuchstaben|grossschreib\w*|majuscules?|mayusculas?",
        {
            "en": "Capitals are allowed. The domain is the same in any case; the part before the @ might differ in theory (RFC 5321), in practice it does not.",
            "de": "Großbuchstaben sind erlaubt. Bei der Domain ist die Schreibung gleich; der Teil vor dem @ könnte theoretisch verschieden sein (RFC 5321), praktisch ist er es nicht.",
            "fr": "Les majuscules sont permises. Le domaine est le même ; la partie avant @ pourrait différer en théorie (RFC 5321), en pratique non.",
            "es": "Las mayúsculas están permitidas. El dominio es el mismo; la parte antes de @ podría diferir en teoría (RFC 5321), en la práctica no.",
        },
    ),
    (
        r"how long|length|longest|max\w* (?:length|characters)|how many (?:characters|letters|signs)|(?:max\w*|highest|greatest|largest|allowed) (?:number|amount|count) of (?:characters|letters|signs)|(?:characters?|letters?) (?:limit|maximum)|(?:max\w*|hochst\w*|erlaubte) (?:an)?zahl (?:an |von |der )?(?:zeichen|buchstaben)|nombre max\w* de (?:caracteres|lettres)|numero max\w* de (?:caracteres|letras)|wie lang|wie viele zeichen|lange|longueur|combien de (?:caracteres|lettres)|longitud|cuantos caracteres|como de larga",
        {
            "en": "At most **64** bytes before the @, **253** characters for the domain and **254** in all (RFC 5321).",
            "de": "Höchstens **64** Bytes vor dem @, **253** Zeichen für die Domain und **254** insgesamt (RFC 5321).",
            "fr": "Au plus **64** octets avant @, **253** caractères pour le domaine et **254** en tout (RFC 5321).",
            "es": "Como máximo **64** bytes antes de @, **253** caracteres en el dominio y **254** en total (RFC 5321).",
        },
    ),
    (
        r"underscores?|unterstriche?|tirets? bas|guion(?:es)? bajos?",
        {
            "en": "Before the @ an underscore is allowed; in the domain it is **not**: only letters, digits and hyphens are (RFC 1123).",
            "de": "Vor dem @ ist ein Unterstrich erlaubt, in der Domain **nicht**: dort stehen nur Buchstaben, Ziffern und Bindestriche (RFC 1123).",
            "fr": "Avant @ le tiret bas est permis ; dans le domaine **non** : seulement lettres, chiffres et tirets (RFC 1123).",
            "es": "Antes de @ se permite el guion bajo; en el dominio **no**: solo letras, cifras y guiones (RFC 1123).",
        },
    ),
    (
        r"plus(?: signs?)?|pluszeichen|signe plus|signo mas|apostrophes?|apostroph\w*",
        {
            "en": "**Yes**: a plus and an apostrophe may stand before the @ (RFC 5322), though some forms refuse them.",
            "de": "**Ja**: Plus und Apostroph dürfen vor dem @ stehen (RFC 5322), auch wenn manche Formulare sie ablehnen.",
            "fr": "**Oui** : plus et apostrophe peuvent être avant @ (RFC 5322), même si certains formulaires les refusent.",
            "es": "**Sí**: el signo más y el apóstrofo pueden ir antes de @ (RFC 5322), aunque algunos formularios los rechazan.",
        },
    ),
    (
        r"dots?|full stops?|punkte?n?|(?:un|le|deux|des) points?|puntos?",
        {
            "en": "Before the @ dots are allowed, but **not** first, last (right before the @) or two in a row, unless the part stands in quotes (RFC 5322). The domain needs at least one dot, as in `example.org`.",
            "de": "Vor dem @ sind Punkte erlaubt, aber **nicht** am Anfang, am Ende (direkt vor dem @) oder zwei hintereinander, außer in Anführungszeichen (RFC 5322). Die Domain braucht mindestens einen Punkt, wie in `example.org`.",
            "fr": "Avant @ les points sont permis, mais **pas** au début, à la fin (juste avant @) ni deux de suite, sauf entre guillemets (RFC 5322). Le domaine doit avoir au moins un point, comme `example.org`.",
            "es": "Antes de @ se permiten puntos, pero **no** al principio, al final (justo antes de @) ni dos seguidos, salvo entre comillas (RFC 5322). El dominio necesita al menos un punto, como `example.org`.",
        },
    ),
    (
        r"hyphens?|dash(?:es)?|minus(?: signs?)?|bindestrich\w*|minuszeichen|tirets?(?! bas)|traits? d'union|guion(?:es)?(?! bajo)",
        {
            "en": "**Yes**: before the @ a hyphen may stand anywhere; in the domain too, but not at the start or the end of a part (RFC 1123).",
            "de": "**Ja**: Vor dem @ darf ein Bindestrich überall stehen; in der Domain auch, aber nicht am Anfang oder Ende eines Teils (RFC 1123).",
            "fr": "**Oui** : avant @ un tiret peut être partout ; dans le domaine aussi, mais pas au début ni à la fin d'une partie (RFC 1123).",
            "es": "**Sí**: antes de @ un guion puede ir en cualquier sitio; en el dominio también, pero no al principio ni al final de una parte (RFC 1123).",
        },
    ),
)  # fmt: skip
COMPILED_ADDRESS_FACTS = tuple((re.compile(rf"\b(?:{said})\b", re.IGNORECASE), texts) for said, texts in ADDRESS_FACTS)
LONGEST_QUESTION = 160  # characters


def address_fact(text: str, language: str) -> str:
    """Return the answer to one question of what an address may hold, "" for other messages and for two of them at once."""
    folded = fold(text)
    if len(text) > LONGEST_QUESTION or not (MAIL_SAID.search(folded) and MAY_ASKED.search(folded)):
        return ""
    found = [texts for pattern, texts in COMPILED_ADDRESS_FACTS if pattern.search(folded)]
    return found[0][language] if len(found) == 1 else ""


QUESTION_OF_FACT = re.compile(r"[^.?!:;\n]{1,120}\?")
VERB_IN_FRONT = re.compile(
    r"\W*(?:(?:and|also|but|und|et|y|hi|hello|hallo|so)\W+)?(?:can|may|could|must|is|are|does|do|darf|durfen|kann|konnen|ist|sind|braucht|muss|peut|peuvent|est|est-ce|puede\w*|es|son|se|an?)\b",
    re.IGNORECASE,
)


def places_of_fact(question: str) -> list[list[int]]:
    """Return the places of questions beside an address that ask what one may hold: "may a dot stand before the @?"."""
    return [
        list(one.span())
        for one in QUESTION_OF_FACT.finditer(question)
        if VERB_IN_FRONT.match(one.group())
        and (MAY_ASKED.search(one.group()) or MAIL_SAID.search(one.group()))
        and any(pattern.search(one.group()) for pattern, _ in COMPILED_ADDRESS_FACTS)
    ]
