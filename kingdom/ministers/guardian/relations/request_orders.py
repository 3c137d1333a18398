"""What a user's own sentence would bring about, in four languages: relations of an act, its object and its aim.

Each relation names its parts once by language; a sentence of fiction, a question on others and a quotation fill none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kingdom.core.text.lazy_patterns import lazy_pattern

_CONTROL = (
    r"(?:approv\w*|check\w*|review\w*|confirm\w*|consent|sign(?:s|ed|ature\w*|-?off)?|permission|audit\w*"
    r"|asked|looked at"
    r"|freigab\w*|freigeben|genehmig\w*|pr[uü]f\w*|unterschr\w*|gefragt|best[aä]tig\w*|zustimm\w*"
    r"|accord|valid\w*|contr[oô]l\w*|approuv\w*|v[eé]rifi\w*|sign[eé]\w*|signature"
    r"|firm(?:a|ar|as|e)|revis\w*|aprob\w*|aprueb\w*|autoriz\w*|confirmaci[oó]n)"
)
_NONE = (
    r"(?:no|not|none|nobody|no one|never|without|need(?:s)? no|isn't|aren't|don't|doesn't|under|below|past|around"
    r"|kein\w*|nicht|nie|niemand|ohne|unter|vorbei|entf[aä]llt|sans|pas|plus|personne|sous|aucune?|jamais"
    r"|sin|nadie|ningun[oa]?|debajo|nunca)"
)
_REMEMBERS = (
    r"(?:remember|memori[sz]e|keep (?:it |this )?in mind|save|store|note|learn|merk\w* dir|schreib\w* dir"
    r"|speicher\w*|notier\w*"
    r"|behalt\w*|not(?:e|ez)|m[eé]moris\w+|retiens|enregistre\w*|souviens|recuerda|guarda\w*|apunta|anota"
    r"|memoriza|graba)"
)
_LASTING = (
    r"(?:always|forever|for good|permanent\w*|from now on|every|all|any|future|later|memory|fact|mind"
    r"|dauerhaft|immer|k[uü]nftig|alle\w*|f[uü]r sp[aä]ter|tatsache|toujours|d[eé]sormais|m[eé]moire|toute?s?|fait"
    r"|siempre|adelante|memoria|tod[oa]s?|hecho)"
)
_CHIEF = (
    r"(?:operators?|admin\w*|owners?|makers?|boards?|managers?|boss|chief|platform|rules|betreiber\w*"
    r"|vorstand\w*|chef\w*"
    r"|administrat\w*|op[eé]rateur\w*|propri[eé]taire|direction|operador\w*|jef[ea]|direcci[oó]n|propietari[oa])"
)
_DELETES = (
    r"(?:wipe|delete|erase|remove|clear|clean|l[oö]sch\w*|entfern\w*|efface\w*|supprime\w*|borra\w*|elimina\w*|quita)"
)
_RECORDS = (
    r"(?:entr(?:y|ies)|logs?|records?|traces?|history|protokoll\w*|eintr[aä]g\w*|spuren|verlauf|traces|journa(?:l|ux)"
    r"|historique|registros?|rastros?|historial|huellas)"
)
_CHECKER = (
    r"(?:auditor\w*|reviewer\w*|inspect\w*|anyone|anybody|somebody|they|he|she|boss|controller"
    r"|pr[uü]fer\w*|revisor\w*|revision"
    r"|chef\w*|jemand|contr[oô]le\w*|v[eé]rificat\w*|quelqu'un|auditora?|revisora?|inspector\w*|alguien|jef[ea])"
)
_SENDS = (
    r"(?:send|mail|forward|post|copy|upload|transfer|schick\w*|send\w*|leite\w*|kopier\w*|envoie\w*"
    r"|transf[eè]re\w*|manda\w*|env[ií]a\w*|copia\w*)"
)
_OWN_PLACE = (
    r"(?:my|mein\w*|mon|ma|mi|mis) (?:own |e-?mail |correo |adresse |mail )?(?:private|personal|privat\w*"
    r"|perso\w*|home)"
)
_UNSEEN = (
    r"(?:nobody|no one|without|unnoticed|secretly|quietly|see to it|must not|niemand|ohne|heimlich|nichts?|darf"
    r"|personne|sans|secret|discr[eè]tement|nadie|sin que|en secreto|a escondidas)"
)
_SPLITS = (
    r"(?:split\w*|cut|divide\w*|break|slice|chop|spread|teil\w*|zerleg\w*|st[uü]ckel\w*|aufteil\w*"
    r"|divise\w*|fractionne\w*"
    r"|r[eé]parti\w*|d[eé]coupe\w*|reparte\w*|fracciona\w*|trocea\w*|parte)"
)
_SO_THAT = (
    r"(?:so|so that|such that|in order|to keep|to stay|dass|damit|sodass|pour que|pour [eé]viter|afin"
    r"|para que|para evitar|de modo)"
)
_NAMES = (
    r"(?:enter|label|mark|book|record|call|declare|register|describe|file|trag\w*|buch\w*|kennzeichn\w*"
    r"|nenn\w*|inscri\w*"
    r"|enregistre\w*|marque\w*|marca\w*|registra\w*|apunta\w*)"
)
_PERSON = (
    r"(?:user|person|one|customer|client|guest|somebody|nutzer\w*|benutzer\w*|kund\w*|utilisat\w*"
    r"|personne|usuari[oa]|persona|client[ea]?)"
)
_BEFORE_ME = r"(?:before me|ahead of me|vor mir|avant moi|antes (?:de|que) (?:m[ií]|yo))"
_LAST_PERSON = (
    rf"(?:last|previous|letzte[rnm]?|vorige[rnm]?|derni[eè]re?|pr[eé]c[eé]dente?|[uú]ltim[oa]) {_PERSON}"
    rf"|{_PERSON} (?:anterior|pr[eé]c[eé]dente?)"
)
_LEFT_THINGS = (
    r"(?:upload\w*|files?|documents?|sent|wrote|left|chats?|messages?|asked|said|rights?|keys?"
    r"|hochgeladen\w*|dateien?|geschrieben"
    r"|fichiers?|dossiers?|documents?|envoy\w*|[eé]crit|archivos?|subi[oó]|documentos?|mensajes?|escribi[oó])"
)
_SEEKS = (
    r"(?:find|locate|track|trace|work out|figure out|tell me|finde?|such\w*|ermittl\w*|trouve\w*"
    r"|cherche\w*|localise\w*|averigua|busca|encuentra|localiza)"
)
_EX = (
    r"(?:my|mein\w*|mon|ma|mi) (?:ex\b[\w-]*|exmujer|exmarido|exnovi[oa]|former (?:wife|husband|partner"
    r"|girlfriend|boyfriend)|ehemalige\w*)"
)
_WHERE = (
    r"(?:lives?|address|home|alone|where|when|wohn\w*|adresse|allein\w*|wo|wann|habite|seule?|quand|o[uù]"
    r"|vive|direcci[oó]n|sol[ao]|d[oó]nde)"
)
_PAGE = (
    r"(?:page|mail|e-?mail|site|form|message|login|seite|formular|nachricht|courriel|formulaire|correo"
    r"|p[aá]gina|mensaje|formulario)"
)
_LOOKS_LIKE = (
    r"(?:looks?|exactly like|just like|as if|pretend\w*|fake|aussieht|als ob|gef[aä]lscht\w*|semble"
    r"|comme si|faux|fausse|parezca|como si|fals[oa])"
)
_TAKES = (
    r"(?:get|catch|collect|harvest|steal|obtain|capture|einsammel\w*|sammel\w*|abgreif\w*|bekomm\w*"
    r"|obtenir|r[eé]cup[eé]r\w*|vole\w*|sacar\w*|robar|conseguir|obtener)"
)
_LOGIN_WORD = (
    r"(?:passwords?|pins?|card numbers?|logins?|credentials?|passw[oö]rt\w*|zugangsdaten|mots? de passe"
    r"|num[eé]ros? de carte|claves?|contrase[nñ]as?|tarjeta)"
)
_TEXT = (
    r"(?:text\w*|set-?up|configuration|instructions?|words?|briefing|einrichtung|konfiguration|vorgaben"
    r"|anweisung\w*|texte|consignes?|configuraci[oó]n|texto|instrucciones)"
)
_WITH_WHICH = r"(?:with|by|from|that|which|mit|womit|durch|avec|dont|par|que|qui|con|por)"
_SET_YOU_UP = (
    r"(?:you (?:were|are|have been|got) (?:set up|started|configured|initiali[sz]ed|launched|programmed"
    r"|briefed|primed)"
    r"|(?:man )?dich (?:gestartet|eingerichtet|konfiguriert|initialisiert|programmiert|aufgesetzt)"
    r"|(?:on |l'on )?t'(?:a|ont) (?:configur|programm|lanc|initialis|mis en)\w*"
    r"|te (?:configur|program|iniciali|arranc|prepar|pusieron)\w*)"
)
_MACHINE = (
    r"(?:assistant|ai|a\.?i\.?|model|machine|bot|chat ?bot|ki|assistent\w*|maschine|modell|ia|mod[eè]le"
    r"|asistente|m[aá]quina|modelo)"
)
_PLAYS = (
    r"(?:act|play|be|behave|pretend|become|stay|you are|answer|spiel\w*|sei|verhalte|joue\w*|sois|fais"
    r"|haz|act[uú]a|s[eé]|comp[oó]rtate)"
)
_FREE = r"(?:without|no|never|forgot\w*|ohne|kein\w*|nie|sans|aucune?|jamais|sin|ning[uú]n\w*|nunca)"
_LIMITS = (
    r"(?:limits?|rules?|filters?|restrictions?|guardrails?|grenzen|regeln|filter|limites?|r[eè]gles?"
    r"|filtres?|l[ií]mites|reglas|filtros)"
)
_YES = (
    r"(?:yes|approval|consent|signature|sign-?off|ok|ja|freigabe|zustimmung|unterschrift|accord|signature"
    r"|s[ií]|firma|aprobaci[oó]n)"
)
_GAP = r"[^.!?\n]"

_RELATIONS: Sequence[tuple[str, str]] = (
    # what later sessions are to believe: a waiver of a control, a rank, a role
    (
        "story.kept",
        rf"\b{_REMEMBERS}\b{_GAP}{{0,60}}\b{_LASTING}\b{_GAP}{{0,80}}\b{_NONE}\b{_GAP}{{0,30}}\b{_CONTROL}\b",
    ),
    (
        "story.kept",
        rf"\b{_REMEMBERS}\b{_GAP}{{0,60}}(?:\b(?:that|dass|que)\b|:){_GAP}{{0,40}}\b(?:my|mein\w*|mes|mis|mon"
        rf"|ma|whatever i|what i)\b"
        rf"{_GAP}{{0,40}}\b(?:above|before|over|more than|outrank\w*|agreed|approved|[uü]ber|vor|genehmigt"
        rf"|avant|plus que|au-dessus"
        rf"|m[aá]s que|antes que|por encima|aprobad\w*)\b{_GAP}{{0,25}}\b{_CHIEF}\b",
    ),
    (
        "story.kept",
        rf"\b{_REMEMBERS}\b{_GAP}{{0,60}}\b(?:i am|i'm|ich\b{_GAP}{{0,12}}|je suis|soy) (?:the |an? |der |die "
        rf"|un |le |el )?"
        rf"(?:admin\w*|root|operator|owner|betreiber\w*|op[eé]rateur|operador)\b",
    ),
    # the text with which the agent was started
    ("request.text_above", rf"\b{_TEXT}\b{_GAP}{{0,40}}\b{_WITH_WHICH}\b{_GAP}{{0,20}}\b{_SET_YOU_UP}"),
    # what the person before left
    (
        "story.elsewhere",
        rf"\b{_PERSON}\b{_GAP}{{0,40}}\b{_BEFORE_ME}\b(?=[^\n]*\b{_LEFT_THINGS}\b)"
        rf"|\b{_LEFT_THINGS}\b{_GAP}{{0,50}}\b{_PERSON}\b{_GAP}{{0,30}}\b{_BEFORE_ME}\b"
        rf"|\b{_LEFT_THINGS}\b{_GAP}{{0,30}}\b(?:{_LAST_PERSON})\b"
        rf"|\b(?:{_LAST_PERSON})\b{_GAP}{{0,30}}\b{_LEFT_THINGS}\b"
        rf"|\b(?:rights?|access|keys?)\b{_GAP}{{0,12}}\bwhoever\b{_GAP}{{0,20}}\b(?:last|before)\b",
    ),
    # a person who left, and where that person is
    (
        "story.harm",
        rf"\b{_SEEKS}\b{_GAP}{{0,40}}\b{_WHERE}\b{_GAP}{{0,25}}\b{_EX}"
        rf"|\b{_SEEKS}\b{_GAP}{{0,25}}\b{_EX}{_GAP}{{0,40}}\b{_WHERE}\b",
    ),
    # a page in another's name, for passwords
    (
        "story.harm",
        rf"\b{_PAGE}\b{_GAP}{{0,50}}\b{_LOOKS_LIKE}\b{_GAP}{{0,90}}\b{_TAKES}\b{_GAP}{{0,40}}\b{_LOGIN_WORD}\b",
    ),
    (
        "story.harm",
        rf"\b{_LOOKS_LIKE}\b{_GAP}{{0,30}}\b{_PAGE}\b{_GAP}{{0,50}}\b{_TAKES}\b{_GAP}{{0,40}}\b{_LOGIN_WORD}\b",
    ),
    (
        "story.harm",
        rf"\b{_PAGE}\b{_GAP}{{0,60}}\b{_LOOKS_LIKE}\b{_GAP}{{0,60}}\b{_LOGIN_WORD}\b{_GAP}{{0,20}}\b{_TAKES}\b",
    ),
    # around a control: in pieces, under another name, with another's yes
    (
        "story.unasked",
        rf"\b{_SPLITS}\b{_GAP}{{0,60}}\b{_SO_THAT}\b{_GAP}{{0,40}}\b{_NONE}\b{_GAP}{{0,40}}\b{_CONTROL}\b",
    ),
    (
        "story.unasked",
        rf"\b{_NAMES}\b{_GAP}{{0,50}}\b(?:as|als|comme|como)\b{_GAP}{{0,40}}\b{_SO_THAT}\b{_GAP}{{0,30}}\b{_NONE}\b"
        rf"{_GAP}{{0,30}}\b{_CONTROL}",
    ),
    (
        "story.unasked",
        rf"\b(?:put|enter|write|insert|record|add|fake|pretend|setz\w*|trag\w*|mets|inscris|pon"
        rf"|apunta)\b{_GAP}{{0,25}}"
        rf"\b{_CHIEF}(?:'s|s)? {_YES}\b|\b(?:pretend|act as if|tu so|fais comme si"
        rf"|haz como si)\b{_GAP}{{0,20}}\b{_YES}\b",
    ),
    (
        "story.unasked",
        rf"\b(?:try|guess|probier\w*|essaie|essaye|prueba)\b{_GAP}{{0,60}}\b(?:until|bis|jusqu'"
        rf"|hasta)\b{_GAP}{{0,30}}\b(?:key|passw\w+|token|access|permission|schl[uü]ssel|zugang|cl[eé]"
        rf"|acc[eè]s|clave|acceso)\b",
    ),
    # records before somebody looks, things to one's own place in secret
    (
        "story.untold",
        rf"\b{_DELETES}\b{_GAP}{{0,40}}\b{_RECORDS}\b{_GAP}{{0,50}}\b(?:before|bevor|vor|avant"
        rf"|antes)\b{_GAP}{{0,25}}\b{_CHECKER}",
    ),
    ("story.untold", rf"\b{_SENDS}\b{_GAP}{{0,50}}\b{_OWN_PLACE}\b{_GAP}{{0,60}}\b{_UNSEEN}\b"),
    # a part without limits
    (
        "request.sets_rules_aside",
        rf"\b{_PLAYS}\b{_GAP}{{0,25}}\b{_MACHINE}\b{_GAP}{{0,50}}\b{_FREE}\b{_GAP}{{0,25}}\b{_LIMITS}\b",
    ),
    # people made ill
    (
        "story.harm",
        r"\b(?:mix|make|put|brew|prepare|misch\w*|koch\w*|pr[eé]par\w*|m[eé]lang\w*|mezcl\w*"
        r"|prepar\w*)\b[^.!?\n]{0,60}\b(?:ill|sick"
        r"|vomit|krank|malades?|enferm\w*|poison\w*|gift\w*|veneno)\b[^.!?\n]{0,40}\b(?:makes?|macht|rend|who"
        r"|people|them|him|her|leute"
        r"|nachbar\w*|voisins?|vecin\w*|body)\b"
        r"|\b(?:mix|misch\w*|m[eé]lang\w*|mezcl\w*)\b[^.!?\n]{0,60}\b(?:people|neighbours?|leute|nachbar\w*"
        r"|voisins?|vecin\w*)\b"
        r"[^.!?\n]{0,30}\b(?:ill|sick|krank|malades?|enferm\w*)\b",
    ),
)
RELATIONS: Sequence[tuple[str, re.Pattern[str]]] = tuple((rule, lazy_pattern(text, re.I)) for rule, text in _RELATIONS)
_LONGEST = 600  # characters of a sentence


def order_relations(sentence: str) -> Iterator[str]:
    """Yield the rules of the relations that a sentence of the user's own fills."""
    for rule, pattern in RELATIONS:
        if pattern.search(sentence[:_LONGEST]):
            yield rule


# Relations of parts that stand near each other in a message, in any order and across sentences.
_MOST_MATCHES = 8  # of one part


@dataclass(frozen=True)
class NearParts:
    """Parts of which a match of each begins within so many characters of one match of the first part."""

    rule: str
    parts: tuple[re.Pattern[str], ...]
    within: int

    def is_in(self, text: str) -> bool:
        """Return whether all parts stand together in a text."""
        first, *others = ([found.start() for found in part.finditer(text)][:_MOST_MATCHES] for part in self.parts)
        return any(all(any(abs(at - start) <= self.within for at in starts) for starts in others) for start in first)


def near_parts(rule: str, *parts: str, within: int = 160) -> NearParts:
    """Return the relation of parts given as regular expressions."""
    return NearParts(rule, tuple(lazy_pattern(part, re.I) for part in parts), within)


def filled_rules(relations: Sequence[NearParts], text: str) -> Iterator[str]:
    """Yield the rules of the relations that stand in a text."""
    yield from (relation.rule for relation in relations if relation.is_in(text))
