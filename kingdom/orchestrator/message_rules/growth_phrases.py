"""Phrases of wishes for a new specialist and of answers to the King's questions, as patterns by language.

Written for folded text: lower case, without accents, apostrophes replaced by spaces.
"""

import re
from collections.abc import Mapping, Sequence

from kingdom.cognition.message_reading.message_language import Language

_GAP = r"(?: \S+){0,6}? "  # at most six words between a verb and its object

_TOOLS: Mapping[Language, str] = {
    "en": r"(?:specialist|bot|tool|agent|assistant|helper|expert|skill|widget|gadget|utility|thing"
    r"|\w*(?:checker|converter|calculator|validator|verifier|tester|maker|generator|finder|adder|splitter|explainer"
    r"|decoder|encoder|analy[sz]er|counter|summari[sz]er|formatter|comparer|tracker|detector|cleaner|sorter|reader"
    r"|estimator|planner|parser|inspector|translator))s?",
    "de": r"(?:spezialist(?:en)?|bot|werkzeug|tool|assistent(?:en)?|helfer|experten?|agenten?|hilfsmittel"
    r"|\w*(?:prufer|pruefer|rechner|konverter|umwandler|generator|checker|tester|zahler|finder|kodierer|vergleicher"
    r"|erklarer|validator))",
    "fr": r"(?:specialiste|bot|robot|outil|assistant|agent|expert|verificateur|convertisseur|calculateur|calculatrice"
    r"|generateur|testeur|validateur|controleur|decodeur|encodeur|compteur|comparateur|detecteur)",
    "es": r"(?:especialista|bot|robot|herramienta|asistente|agente|experto|verificador|comprobador|conversor"
    r"|convertidor|calculadora|calculador|generador|validador|probador|decodificador|codificador|contador|comparador"
    r"|detector)",
}
_SOMEBODY: Mapping[Language, str] = {
    "en": r"(?:something|someone|somebody|anything)",
    "de": r"(?:etwas|was|jemanden?)",
    "fr": r"(?:quelque chose|quelqu un)",
    "es": r"(?:algo|alguien)",
}
_OBJECT: Mapping[Language, str] = {
    language: rf"(?:{_TOOLS[language]}|{_SOMEBODY[language]})\b" for language in ("en", "de", "fr", "es")
}

# A wish in so many words: to make, get, have or learn something.
EXPLICIT: Mapping[Language, Sequence[str]] = {
    "en": (
        rf"\b(?:make|build|create|design|develop|set up|construct|craft|invent|prepare|train|add|get|give|hire|install)"
        rf"(?: (?:me|us|yourself))?(?: (?:a|an|some|another|one|the|your|our|my))?{_GAP}?{_TOOLS['en']}\b",
        rf"\b(?:make|build|create|get|give|find) (?:me |us )?{_SOMEBODY['en']} (?:that|which|who|for|to)\b",
        r"\b(?:can|could|would|will) (?:you|it|the king|kingdom)(?: please| maybe| also)?"
        r" (?:learn|be taught|teach yourself|be trained|train yourself|pick up)\b(?: how)?(?: to)?",
        r"(?:^|please |you to |you should )(?:learn how to|learn to|teach yourself)\b",
        r"\b(?:can|could|may|how do) (?:i|we) (?:teach|train) you\b",
        rf"\b(?:i|we)(?: really| also| often| always)? (?:need|want|would like|d like|could use|would love|d love|wish"
        rf"|am looking for|are looking for|m looking for|require|miss)(?: to have| i had| we had| there was)?{_GAP}?"
        rf"(?:{_SOMEBODY['en']} (?:that|which|who|to|for)|{_TOOLS['en']})\b",
        r"\b(?:(?:is|have you got|do you have)(?: there)? )?(?:anything|something) for (?:that|this|it)(?: here)? ?\?",
        rf"\b(?:is there|do you have|have you got|got|are there)(?: (?:a|an|any|some))?{_GAP}?"
        rf"(?:{_SOMEBODY['en']} (?:that|which|who|to|for)|{_TOOLS['en']} (?:that|which|for|to))\b",
        rf"\b(?:can|could) (?:you|we|i|someone|somebody) (?:get|have|make|build|create|add"
        rf"|set up){_GAP}?{_OBJECT['en']}",
        rf"\b(?:it would be|would be) (?:great|nice|good|useful|helpful|handy){_GAP}?{_OBJECT['en']}",
    ),
    "de": (
        rf"\b(?:mach|bau|erstell|bastel|bastle|entwickl|entwickel|leg|besorg|gib|beschaff|konstruier|richte|schaff"
        rf"|bring)"
        rf"(?:e|st|en|t)?\b(?: (?:mir|uns|dir|doch|bitte|mal))*{_GAP}?{_OBJECT['de']}",
        rf"\b(?:kannst|konntest|konnt|konnen|wurdest|willst|magst) (?:du|ihr|sie|wir){_GAP}?"
        rf"(?:lernen|beibringen|angewohnen|aneignen|{_OBJECT['de']} (?:\S+ ){{0,6}}?"
        rf"(?:machen|bauen|erstellen|basteln|besorgen|entwickeln|anlegen))\b",
        r"(?:^|bitte )(?:lern|lerne|lernt)\b",
        rf"\bbring(?:e|st)? (?:dir|du dir){_GAP}?bei\b",
        rf"\b(?:ich|wir) (?:brauche?n?|brauchte?n?|benotigen?|mochten?|hatten? gern|suchen?|wunschen? (?:mir|uns)"
        rf"|wollen|will|wunsche){_GAP}?{_OBJECT['de']}",
        rf"\b(?:gibt es|hast du|habt ihr|haben sie){_GAP}?{_OBJECT['de']}",
    ),
    "fr": (
        rf"\b(?:fais|faites|cree|creez|fabrique|fabriquez|construis|construisez|concois|concevez|developpe|developpez"
        rf"|prepare|preparez|ajoute|ajoutez|donne|donnez|trouve|trouvez)(?:[ -](?:moi|nous))?{_GAP}?{_OBJECT['fr']}",
        rf"\b(?:peux|pouvez|pourrais|pourriez|peut|sais|saurais)[ -](?:tu|vous|on)(?: nous| me| m)?"
        rf" (?:apprendre a|apprendre comment|te former|(?:creer|faire|fabriquer|construire|ajouter|trouver)"
        rf"{_GAP}?{_OBJECT['fr']})",
        r"(?:^|s il (?:te|vous) plait )(?:apprends|apprenez) a\b",
        rf"\b(?:j ai|j aurais|nous avons|nous aurions|on a|on aurait) besoin d{_GAP}?{_OBJECT['fr']}",
        rf"\b(?:je|j|nous|on) (?:veux|voudrais|voulons|voudrions|cherche|cherchons|souhaite|souhaiterais|souhaitons"
        rf"|aimerais|aimerions|veut|voudrait){_GAP}?{_OBJECT['fr']}",
        rf"\bil (?:me|nous) (?:faut|faudrait){_GAP}?{_OBJECT['fr']}",
        rf"\b(?:y a t il|existe t il|avez[ -]vous|as[ -]tu){_GAP}?{_OBJECT['fr']}",
    ),
    "es": (
        rf"\b(?:haz|hag(?:a|an)|crea|cree|construye|construya|fabrica|prepara|disena|desarrolla|anade|monta|dame|busca)"
        rf"(?:me|nos)?{_GAP}?{_OBJECT['es']}",
        rf"\b(?:puedes?|podeis|podrias?|podriais|sabrias?)(?: (?:tu|usted|vosotros))? (?:aprender(?: a| como)?"
        rf"|ensenarte a|(?:crear|hacer|construir|fabricar|montar|preparar|disenar)(?:me|nos)?{_GAP}?{_OBJECT['es']})",
        r"(?:^|por favor )(?:aprende|aprended|aprenda) a\b",
        rf"\b(?:necesito|necesitamos|quiero|queremos|quisiera|quisieramos|querria|busco|buscamos|me gustaria"
        rf"|nos gustaria|me hace falta|nos hace falta|me vendria bien){_GAP}?{_OBJECT['es']}",
        rf"\b(?:hay|tienes|teneis|tiene){_GAP}?(?:{_SOMEBODY['es']} (?:que|para)|{_TOOLS['es']} (?:que|para|de))\b",
    ),
}

_NUMBER_WORDS = r"(?:\d+|two|three|four|five|several|many|zwei|drei|vier|mehrmals|deux|trois|plusieurs|dos|tres|varias)"
# How often somebody needs something.
FREQUENCIES: Mapping[Language, str] = {
    "en": r"\b(?:(?:every|each) (?:single |other |few )?(?:day|days|week|weeks|weekend|month|months|year|quarter"
    r"|morning"
    r"|evening|night|time|hour|shift|sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?"
    r"|daily|weekly|monthly|quarterly|hourly|yearly|nightly|regularly|always|constantly|all the time|often|usually"
    r"|frequently|repeatedly|again and again|over and over(?: again)?|from time to time|now and then|a lot"
    r"|on a (?:daily|weekly|monthly|regular) basis|keep (?:having|needing|getting|receiving)"
    rf"|(?:once|twice|a few times|a couple of times|{_NUMBER_WORDS} times) (?:a|per|each|every|in a)"
    r" (?:day|week|month|year))\b",
    "de": r"\b(?:jede[nrsm]? (?:einzelne[nrsm]? |zweite[nrsm]? |paar )?(?:tage?|wochen?|wochenende|monate?|jahre?"
    r"|quartal"
    r"|morgen|abend|nacht|mal|stunde|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)|alle paar (?:tage|wochen|monate)"
    r"|taglich|wochentlich|monatlich|jahrlich|stundlich|regelmassig|standig|oft|ofter|ofters|haufig|immer wieder|immer"
    r"|dauernd|andauernd|meistens|laufend|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|abend)s"
    rf"|(?:einmal|zweimal|dreimal|viermal|mehrmals|{_NUMBER_WORDS} ?mal) (?:pro|am|im|in der|die|jede[nrs]?)"
    r" (?:tag|woche|monat|jahr))\b",
    "fr": r"\b(?:chaque (?:jour|semaine|mois|annee|matin|soir|nuit|fois|heure|trimestre|lundi|mardi|mercredi|jeudi"
    r"|vendredi|samedi|dimanche)|tous les (?:jours|mois|ans|matins|soirs|lundis|mardis|mercredis|jeudis|vendredis"
    r"|samedis|dimanches)|toutes les (?:semaines|heures|nuits)|souvent|regulierement|frequemment|constamment|sans cesse"
    r"|sans arret|quotidiennement|mensuellement|en permanence|toujours|tout le temps"
    rf"|(?:une|{_NUMBER_WORDS}|quelques) fois par (?:jour|semaine|mois|an))\b",
    "es": r"\b(?:cada (?:dia|semana|mes|ano|manana|tarde|noche|vez|hora|trimestre|lunes|martes|miercoles|jueves|viernes"
    r"|sabado|domingo)|todos los (?:dias|meses|anos|lunes|martes|miercoles|jueves|viernes|sabados|domingos)"
    r"|todas las (?:semanas|mananas|noches)|a menudo|a diario|siempre|constantemente|continuamente|regularmente"
    r"|frecuentemente|con frecuencia|muchas veces|habitualmente|diariamente|semanalmente|mensualmente"
    rf"|(?:una|{_NUMBER_WORDS}) (?:vez|veces) (?:al|a la|por) (?:dia|semana|mes|ano))\b",
}

# Somebody speaks of a need of their own, or sets a task for others.
NEEDS: Mapping[Language, str] = {
    "en": r"\b(?:i|we|my|our|me|us)\b",
    "de": r"\b(?:ich|wir|mir|mich|uns|mein\w*|unser\w*)\b",
    "fr": r"\b(?:je|j|nous|on|me|m|mes|mon|ma|notre|nos)\b",
    "es": r"\b(?:necesit\w+|tengo|tenemos|debo|debemos|recib\w+|me|mi|mis|nos|nuestr\w+|hago|uso|usamos|quiero|suelo"
    r"|solemos|hacemos|calculo|reviso|compruebo|convierto|comparo)\b",
}

# Whole answers to "shall I?", word for word, beside what is filler.
YES: Mapping[Language, str] = {
    "en": r"yes|yeah|yep|yup|sure|ok|okay|of course|go ahead|go for it|do it|do that|make it|make that|make one"
    r"|create it"
    r"|create that|build it|please do|sounds good|sounds great|that would be (?:great|nice|good)|i do|i would|i want it"
    r"|i want that|let s (?:do|go for) (?:it|that)|let s do (?:it|that)|why not|absolutely|definitely|perfect|show me"
    r"|show me the proposal|show it|see the proposal|good idea|i agree|agreed",
    "de": r"ja|jawohl|klar|gern|gerne|sicher|natuerlich|naturlich|mach|mach es|mach das|machs|mach mal|leg los|los"
    r"|bau es"
    r"|erstell es|erstelle es|ok|okay|in ordnung|einverstanden|gute idee|unbedingt|auf jeden fall|das ware (?:toll|gut"
    r"|super)|zeig her|zeig mal|zeig es mir|warum nicht|passt|perfekt|super",
    "fr": r"oui|ouais|d accord|bien sur|vas y|allez y|allons y|volontiers|fais le|faites le|cree le|creez le|ok|okay"
    r"|parfait"
    r"|avec plaisir|pourquoi pas|bonne idee|certainement|absolument|ca marche|je veux bien|montre moi|montrez moi"
    r"|super",
    "es": r"si|claro|claro que si|vale|de acuerdo|por supuesto|adelante|hazlo|hagalo|haz eso|crealo|venga|ok|okay"
    r"|perfecto"
    r"|buena idea|me parece bien|por que no|desde luego|muestramelo|ensenamelo|dale|con gusto",
}
NO: Mapping[Language, str] = {
    "en": r"no|nope|nah|no thank you|no thanks|not now|not needed|never mind|nevermind|don t|do not|rather not"
    r"|forget it"
    r"|leave it|cancel|stop|not yet|maybe later|later",
    "de": r"nein|ne|nee|nein danke|lieber nicht|nicht notig|nicht jetzt|lass es|lass mal|vergiss es|abbrechen|spater"
    r"|vielleicht spater|noch nicht",
    "fr": r"non|non merci|pas maintenant|laisse tomber|laissez tomber|oublie|oubliez|annule|annulez|plus tard"
    r"|pas encore"
    r"|peut etre plus tard|surtout pas",
    "es": r"no|no gracias|ahora no|dejalo|olvidalo|cancelar|cancela|mas tarde|todavia no|mejor no|quiza mas tarde",
}
FILLER = (
    r"please|pls|thanks|thank you|then|it|that|this|one|for me|for us|so|well|oh|and|very much|i|would|will|about|again"
    r"|bitte|danke|doch|mal|dann|es|das|so|sehr|s il te plait|s il vous plait|svp|merci|alors|bien|moi|nous|por favor"
    r"|gracias|pues|entonces|mucho|muchas|just|now|right away|right now|jetzt|maintenant|ahora|need|brauche ich|ich|je"
    r"|lo|do|have|happens|comes up|comes|for that|dafur|eso|ca|c est|es|ungefahr|around|approximately|probably|usually"
)

# Positions in a list of choices.
ORDINALS: Mapping[int, str] = {
    0: r"first|1|1st|erste[nrs]?|erstere[nrs]?|premier|premiere|primero|primera|primer|former|upper|obere[nrs]?",
    1: r"second|2|2nd|two|zweite[nrs]?|letztere[nrs]?|deuxieme|second|seconde|segundo|segunda|latter|last|letzte[nrs]?"
    r"|dernier|derniere|ultimo|ultima|lower|untere[nrs]?|other|andere[nrs]?",
}
CHOICE_FILLER = (
    r"the|one|take|use|choose|pick|i|want|would|like|prefer|with|please|it|is|should|be|option|number|go|mean|meant|s|d"
    r"|let|der|die|das|den|nimm|nehme|ich|bitte|mochte|will|mit|lieber|le|la|l|prends|utilise|je|veux|prefere|stp|svp"
    r"|choisis|el|lo|usa|toma|quiero|prefiero|elijo|por|favor|numero|nummer|specialist|spezialist|especialista"
    r"|specialiste|by|von|ask|frag|answer|question|yes|ja|oui|si|ok|okay|no|to|a"
)


def any_of(patterns: Sequence[str]) -> re.Pattern[str]:
    """Return one pattern that matches where one of these does."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
