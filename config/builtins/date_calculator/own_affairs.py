"""What no calendar knows: timetables, opening hours, a person's appointments and pay days, what happened on a day, and orders to book or note something."""

import re

from config.builtins.wording import fold

TIMED_THINGS = (
    r"(?:trains?|bus(?:es)?|coach|flights?|planes?|ferry|ferries|trams?|ships?|boat|shops?|stores?|banks?|library|museum|pharmacy|post office|supermarket|restaurant|bakery|market|office|gym|pool|game|match|film|movie|show|concert|lesson|lecture|kick-?off|appointment|meeting|delivery|parcel|package"
    r"|zug|zuge|bahn|s-bahn|u-bahn|flug|flieger|fahre|schiff|laden|geschaft|bibliothek|apotheke|post|supermarkt|restaurant|backerei|markt|amt|spiel|konzert|termin|paket|lieferung"
    r"|vol|avion|magasin|banque|bibliotheque|musee|pharmacie|poste|supermarche|boulangerie|marche|bureau|match|concert|rendez-vous|colis"
    r"|tren|autobus|vuelo|barco|tienda|banco|biblioteca|museo|farmacia|correos|supermercado|panaderia|mercado|oficina|partido|concierto|cita|paquete)"
)
TIMETABLE_ASKED = re.compile(  # "what time does the next train leave", with no time told
    r"(?:\bwhat time|\bwhen|\bat (?:what|which) (?:time|hour)|\bhow (?:late|early)|\bwann|\bum wie ?viel uhr|\bwie spat|\b(?:a|vers) quelle heure|\bquand|\ba que hora|\bcuando)\b"
    rf"(?: (?:does|do|did|is|are|was|will|can|fahrt|kommt|geht|fliegt|offnet|schlie(?:ss|ß)t|hat|ist|macht|part|arrive|ouvre|ferme|est|sale|llega|abre|cierra|es))?(?: (?:the|my|our|your|next|last|first|der|die|das|mein\w*|unser\w*|nachste\w*|letzte\w*|le|la|l'|mon|ma|notre|prochaine?|derniere?|el|los|mi|nuestr[oa]|proxim[oa]|ultim[oa]))* ?{TIMED_THINGS}\b"
    r"|\b(?:what time|when) (?:will|do|does|did) (?:i|we|he|she|they) (?:arrive|get (?:there|in|to)|land|leave)\b"
)
OPEN_ASKED = re.compile(
    rf"\b(?:is|are|will|hat|haben|ist) (?:the |der |die |das |my |our )?(?:\w+ )?{TIMED_THINGS} (?:[^?!]{{0,25}} )?(?:be )?(?:open|closed|offen|geoffnet|geschlossen|zu)\b"
    rf"|\b(?:est-ce que )?(?:le|la|l') ?{TIMED_THINGS} est(?:-il|-elle)? (?:ouvert|ferme)e?\b|\besta (?:abiert|cerrad)[oa] (?:el|la) {TIMED_THINGS}\b"
)
OWN_DAY_ASKED = re.compile(  # "what day do I get paid next", with no day told
    r"\b(?:what|which|on (?:what|which)) (?:day|date)(?: is it)?(?: (?:that|when))? (?:do|am|will|did|have|should|must)? ?(?:i|we) (?:have to |need to |must |going to )?(?:get paid|be paid|paid|pay|off|work|fly|travel|leave|start|meet|due)\b|\bthe (?:day|date) (?:that |when )?(?:i|we) (?:get|am|are) paid\b"
    r"|\bwhen (?:do|will) (?:i|we) get paid\b|\bwann (?:bekomme|kriege) ich (?:mein )?(?:geld|gehalt|lohn)\b|\b(?:day|date|when)\b.{0,20}\bnext (?:closest |public |bank |national )?holiday\b"
)
AFFAIR_ORDER = re.compile(
    r"\A\W*(?:(?:hello|hi|hey|ok|please|pls|can you|could you|would you|will you|kindly|i (?:want|need|would like|wish)(?: you)? to|i'd like(?: you)? to|i'?m (?:want|look)ing to|bitte|kannst du|s'il te plait|peux-tu|por favor|puedes)[ ,]+)*"
    r"(?:add\b.{0,60}\bcalendar|put\b.{0,60}\bcalendar|book (?:me |us )?(?:an? |the |my )?(?:\w+ )?(?:train|bus|flight|ticket|hotel|room|table|seat|car|taxi|appointment)|reserve\b|find me\b|get me (?:a|an|the)\b|order (?:me|us|a|an|some|the)\b|buy\b|remind me\b|schedule (?:a|an|the|my)\b|set (?:up )?(?:an? |the |my )?(?:\w+ )?(?:alarm|timer|reminder)|cancel (?:my|the|our)\b|notify\b|tell my\b|inform\b|change (?:my |the )?time ?zone\b|check if (?:there|the|my)\b|activate\b|turn (?:on|off)\b|play\b"
    r"|(?:create|add) (?:an? )?(?:event|reminder|alarm|appointment)|trag\w* .{0,60}kalender|buche?\b|reserviere?\b|erinnere? mich\b|stell\w* (?:mir )?(?:einen )?wecker|reserve[rz]?\b|rappelle-moi\b|ajoute\b.{0,60}\b(?:agenda|calendrier)|reserva\b|recuerdame\b|anade\b.{0,60}\bcalendario)"
)
HAPPENING_ASKED = re.compile(  # "what is on my schedule between 10 and 11", "the score of the game on 2 May"
    r"\b(?:what(?:'s| is| was| are| were| will be)?|whats|how (?:is|was|will)|who won|tell me|show me|any|is there|are there|was steht|wie (?:ist|war|wird)|quel(?:le)? (?:est|etait)|que hay|como (?:es|fue|sera))(?: (?:on|in|at|the|my|our|an?|any|der|das|die|mein\w*|auf|im|le|la|el|mi|meeting|latest))* ?"
    r"(?:schedule|agenda|calendar(?! (?:week|day|month|quarter|year))|score|result of the (?:game|match)|weather|forecast|temperature|traffic|news|lineup|appointments?|meeting rooms?|events?|wetter|verkehr|spielstand|meteo|clima|tiempo)\b"
    r"|\bhow (?:many|much) (?:new |unread )?(?:e-?mails|mails|messages|calls|appointments|meetings|events|money) (?:do|did|have|am|are|were) (?:i|we)\b"
)
EDIBLE = re.compile(
    r"\b(?:fridge|freezer|cupboard|pantry|kuhlschrank|frigo|nevera)\b.*\b(?:safe|fine|ok|okay|good|edible|bad|consume|eat|essbar|gut|bon|manger|comer|buen[oa]s?)\b"
)
CALENDAR_ASKED = re.compile(  # what a calendar computes
    r"\b(?:how (?:long|many (?:days|hours|minutes|weeks|months|years|seconds|nights))|what(?:'s| is) the (?:date|day|weekday|difference|time difference)|which weekday|what weekday|wie ?viele? (?:tage|stunden|minuten|wochen|monate|jahre)|wie lange|combien (?:de|d')|cuant[oa]s?|until|bis zu[mr]?)\b"
)
TIME_IS_TOLD = re.compile(
    r"\d ?[:.h] ?\d\d|\b\d{1,2} ?(?:am|pm|a\.m|p\.m|uhr|h)\b|\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|ein\w*|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez) ?(?:working |business |calendar |werk|arbeits|kalender)?(?:h|hours?|hrs?|min\w*|days?|weeks?|months?|stunden?|tage?n?|wochen?|monate?n?|heures?|jours?|semaines?|mois|horas?|dias?|semanas?|meses)\b|\b(?:noon|midnight|mittag|mitternacht|midi|minuit|mediodia|medianoche|takes?|lasts?|dauert|dure|tarda|every|each|jede\w*|chaque|cada)\b"
)
RELATED_TIME = re.compile(
    r"\b(?:ahead of|before|after|from now|later|earlier|vor|nach|spater|fruher|avant|apres|antes|despues)\b"
)
NOT_KNOWN = {
    "en": "I compute with dates and times that are told. I do not know timetables, opening hours, appointments, or what happened on a day, and cannot book or note anything. Tell me the times, e.g. 'leaves at 14:20 and takes 3 h 15, when does it arrive?'.",
    "de": "Ich rechne mit genannten Daten und Zeiten. Fahrpläne, Öffnungszeiten, Termine oder was an einem Tag war, kenne ich nicht, und ich kann nichts buchen oder eintragen. Nenne die Zeiten, z. B. „fährt um 14:20 ab, dauert 3 h 15, wann kommt er an?“.",
    "fr": "Je calcule avec les dates et les heures indiquées. Je ne connais ni horaires, ni heures d'ouverture, ni rendez-vous, ni ce qui s'est passé un jour, et ne peux rien réserver ni noter. Indiquez les heures, p. ex. « part à 14:20 et met 3 h 15, quand arrive-t-il ? ».",
    "es": "Calculo con las fechas y horas que se indican. No conozco horarios, citas ni lo que pasó un día, y no puedo reservar ni anotar nada. Indique las horas, p. ej. «sale a las 14:20 y tarda 3 h 15, ¿cuándo llega?».",
}


def asks_own_affairs(text: str) -> bool:
    """Return whether a message asks or orders what no calendar can tell or do."""
    flat = fold(text).lower()
    is_told = TIME_IS_TOLD.search(flat) is not None
    if OWN_DAY_ASKED.search(flat) and not is_told:
        return True
    if CALENDAR_ASKED.search(flat):
        return False
    if AFFAIR_ORDER.match(flat) and not (is_told and RELATED_TIME.search(flat)):
        return True
    if HAPPENING_ASKED.search(flat) or EDIBLE.search(flat):
        return True
    return not is_told and any(one.search(flat) for one in (TIMETABLE_ASKED, OPEN_ASKED))
