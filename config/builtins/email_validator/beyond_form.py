"""What a message wants beyond the form of an address: to send mail, to know who reads it, or what else may be at fault."""

import re

from config.builtins.wording import fill_in, fold

ORDER_LEADS = r"\A\W*(?:(?:please|pls|plz|can you|could you|would you|will you|i (?:want|need|would like) (?:you )?to|i'd like (?:you )?to|bitte|kannst du|konntest du|konnen sie|ich mochte|peux-tu|tu peux|pouvez-vous|puedes|podrias|quiero|hey|hi|hello|hallo|bonjour|hola|just|quickly|mal|schnell|now|jetzt)\W+)*"
MAIL_NOUN = r"(?:e-?mails?|mails?|messages?|notes?|letters?|invit\w*|reminders?|nachricht\w*|brief\w*|einladung\w*|messages?|mots?|courriels?|lettres?|correos?|mensajes?|notas?)"
ADDRESS_SAID = r"<?[^\s@<>,;]+@[^\s@<>,;]+"
SENDING_ORDER = re.compile(
    ORDER_LEADS
    + rf"(?:(?:send|forward|reply|drop|shoot|schick\w*|sende?|leite|antworte|envoie[sz]?|envoyer|transfere\w*|reponds|repondez|manda\w*|envia\w*|reenvia\w*|responde\w*|(?:write|schreib\w*|ecris|ecrivez|ecrire|escrib\w*)(?= [^?\n@:]{{0,30}}\b{MAIL_NOUN}\b))\b(?! (?:me|mir|moi|us)\b)[^?\n@:]{{0,60}}? (?:to|an|a|para) (?:my [a-z]+ |the [a-z]+ )?{ADDRESS_SAID}"
    rf"|(?:send|write|email|e-mail|mail|message|tell|inform|schick\w*|schreib\w*|mail\w*|informier\w*|sag|ecris|ecrivez|previens|escrib\w*|avisa) (?:an |a )?{ADDRESS_SAID} ?,? ?(?:an? {MAIL_NOUN}|that|and (?:tell|say|ask)|saying|about|asking|to (?:say|tell|ask)|dass|und (?:sag|frag)|eine?n? {MAIL_NOUN}|que|pour (?:dire|lui)|para (?:decir\w*|que)|un {MAIL_NOUN})"
    rf"|(?:eine?n? |die |den |diese )?(?:kurze )?{MAIL_NOUN} an {ADDRESS_SAID}[^?\n]{{0,80}}\b(?:schicken|senden|schreiben|abschicken))\b",
    re.IGNORECASE,
)
SENDING_TEXTS = {
    "en": "I cannot send mail, and nothing was sent: I only check the form of addresses.",
    "de": "Ich kann keine Mail senden, und es wurde nichts gesendet: Ich prüfe nur die Form von Adressen.",
    "fr": "Je ne peux pas envoyer de courriel, et rien n'a été envoyé : je vérifie seulement la forme des adresses.",
    "es": "No puedo enviar correo, y no se ha enviado nada: solo compruebo la forma de las direcciones.",
}
NO_ORDER = re.compile(
    r"\b(?:bounc\w*|valid\w*|came back|comes back|correct\w*|right address|rejected|wrong|gultig\w*|richtig\w*|falsch\w*|zuruck|valides?|correctes?|valid[oa]|correct[oa]|rebot\w*)\b",
    re.IGNORECASE,
)


CHANGING_ORDER = re.compile(
    ORDER_LEADS
    + r"(?:replace|swap|change|rename|mask|anonymi[sz]e|obfuscate|redact|ersetz\w*|tausche?|andere|anonymisier\w*|maskier\w*|remplac\w*|masque[rz]?|anonymise[rz]?|reemplaz\w*|cambia\w*|enmascar\w*|anonimiz\w*)\b(?! (?:lines|places|of|in)\b)",
    re.IGNORECASE,
)
CHANGING_TEXTS = {
    "en": "I do not change addresses (“{order}”): I check their form, list, sort and count them, and put them in small letters.",
    "de": "Ich ändere keine Adressen („{order}“): Ich prüfe ihre Form, liste, sortiere und zähle sie und setze sie in Kleinbuchstaben.",
    "fr": "Je ne modifie pas les adresses (« {order} ») : je vérifie leur forme, les liste, les trie, les compte et les mets en minuscules.",
    "es": "No cambio direcciones («{order}»): compruebo su forma, las listo, ordeno y cuento, y las pongo en minúsculas.",
}


def sending_refused(text: str, language: str) -> str:
    """Return what is said to an order to send mail or to change addresses, "" for other messages."""
    folded = fold(text)
    if CHANGING_ORDER.match(folded) and not re.search(r"lower|small|klein|minuscul", folded, re.IGNORECASE):
        return fill_in(CHANGING_TEXTS[language], order=re.split(r"[:\n@]", text)[0].strip()[:60])
    return SENDING_TEXTS[language] if SENDING_ORDER.match(folded) and NO_ORDER.search(folded) is None else ""


MAILBOX_ASKED = re.compile(  # what nobody knows without writing to it
    r"\b(?:exists?|existing|existent|in use|active|still (?:there|used|works?)|belongs? to|reachable|deliverable|existiert|aktiv|erreichbar|gibt es|existe|active?|joignable|activa|en uso"
    r"|(?:really |ever |still |actually )?(?:reads?|looks? at|looks? into|monitors?|answers?) (?:the |this |that |his |her |my |it|mails?|messages?|mailbox|inbox|these|them)|(?:is|being|gets?|are) (?:still |ever |really )?(?:being )?(?:read|monitored|looked at|watched)|(?:anybody|anyone|somebody|someone|a real person|a human) (?:is )?(?:really |there|behind|at|reads?|reading|answers?|answering)|(?:will|would|does|did) (?:it|he|she|they|my mail|my message|the mail|mail) (?:really |ever )?(?:get|arrive|receive|reach|be delivered)|who(?:se| owns| is behind)|wem gehort|wer steckt|a qui appartient|de quien es|dead (?:mailbox|address)|real (?:mailbox|person)"
    r"|(?:wirklich |noch |uberhaupt )?gelesen|liest (?:da|dort|das|jemand|die|wirklich|sie|er)|kommt (?:die|meine|sie|eine) \w+ (?:dort |da )?an|ankommt|lit (?:les|le|cette|vraiment|mes)|est (?:lue?|relevee?|consultee?)|quelqu'un (?:lit|repond|la lit)|arrive(?:ra)? (?:bien|vraiment)|alguien (?:lee|responde|mira)|lee (?:el|los|mis|ese|este)|se lee|llegara?|recibira)\b",
    re.IGNORECASE,
)
NOT_FORM = re.compile(
    r"\b(?:don'?t mean|do not mean|not (?:asking|about|interested in|whether|if)|never mind|meine nicht|nicht (?:ob|die|um)|pas (?:si|la forme|l'orthographe)|ne parle pas|no (?:me refiero|si|la forma|pregunto))\b[^.?!\n]{0,60}\b(?:written|spell\w*|form\w*|syntax|typed|valid|geschrieben|schreibweise|gultig|ecrite?|orthographe|valide|escrit[oa]|ortografia|valid[oa])\b",
    re.IGNORECASE,
)
MAILBOX_TEXTS = {
    "en": "I cannot tell whether the mailbox exists or whether anybody reads it: only its server and its owner know.",
    "de": "Ob es das Postfach gibt und ob es jemand liest, kann ich nicht sagen: das wissen nur sein Server und sein Inhaber.",
    "fr": "Je ne peux pas dire si la boîte existe ni si quelqu'un la lit : seuls son serveur et son titulaire le savent.",
    "es": "No puedo decir si el buzón existe ni si alguien lo lee: solo lo saben su servidor y su dueño.",
}
OTHER_CAUSE = re.compile(
    r"\b(?:or|oder|ou|o)\b[^.?!\n]{0,30}\b(?:my|mein\w*|mon|ma|mi|our|unser\w*|the|der|das|die|le|la|el) (?:own )?(?:computer|pc|laptop|mac|phone|mail ?(?:program|app|server|client)|program|app|outlook|server|internet|wifi|connection|settings|rechner|programm|handy|mailprogramm|ordinateur|telephone|logiciel|serveur|connexion|ordenador|computadora|movil|programa|servidor|conexion)\b\W*",
    re.IGNORECASE,
)
CAUSE_TEXTS = {
    "en": ("It is the address: as it is written, no program can deliver to it.", "The form of the address is not the cause; whether it is something else, I cannot see from here."),
    "de": ("Es liegt an der Adresse: so, wie sie geschrieben ist, kann ihr kein Programm etwas zustellen.", "An der Form der Adresse liegt es nicht; ob es etwas anderes ist, sehe ich von hier aus nicht."),
    "fr": ("C'est l'adresse : écrite ainsi, aucun programme ne peut rien y remettre.", "La forme de l'adresse n'est pas en cause ; si c'est autre chose, je ne peux pas le voir d'ici."),
    "es": ("Es la dirección: escrita así, ningún programa puede entregar nada en ella.", "La forma de la dirección no es la causa; si es otra cosa, no lo veo desde aquí."),
}  # fmt: skip


WHY_ASKED = re.compile(  # "i want to know before i send the invoice": why the mailbox is asked about
    r"\b(?:(?:because |since |as )?(?:i|we) (?:just |really |only )?(?:want|need|have|would like|wanted) to (?:know|be sure|make sure|find out|check)(?: (?:it|this|that))?\b|before (?:i|we) (?:send|write|mail|e-mail|reply|answer|invite|pay|contact)\b|(?:ich|wir) (?:will|mochte|muss|wollen|mussen) (?:das |es )?(?:nur )?(?:wissen|sicher sein)\b|bevor (?:ich|wir)\b|(?:je|on) (?:veux|voudrais|veut|dois|doit) (?:juste )?(?:le )?(?:savoir|etre sure?)\b|avant (?:d'envoyer|d'ecrire|de (?:lui |leur )?(?:ecrire|envoyer|repondre|payer))\b|(?:quiero|necesito|queremos) (?:solo )?(?:saber(?:lo)?|estar segur[oa])\b|antes de (?:enviar\w*|mandar\w*|escribir\w*|responder\w*|pagar\w*)\b)[^.?!;:\n\d@]{0,60}",
    re.IGNORECASE,
)


def places_of_reason(question: str) -> list[list[int]]:
    """Return the places of the words that tell why a mailbox is asked about, none where none is."""
    is_asked = MAILBOX_ASKED.search(re.sub(r" {2,}", " ", question)) is not None
    return [list(match.span()) for match in WHY_ASKED.finditer(question)] if is_asked else []


def unknown_mailbox(question: str, language: str) -> str:
    """Return what is said where a question is for more than the form of an address, "" for others."""
    return MAILBOX_TEXTS[language] if MAILBOX_ASKED.search(re.sub(r" {2,}", " ", question)) else ""


def cause_text(question: str, language: str, *, is_valid: bool) -> str:
    """Return which of two causes it is, where a question offers the address and something else; "" for others."""
    return f"\n\n{CAUSE_TEXTS[language][is_valid]}" if OTHER_CAUSE.search(question) else ""
