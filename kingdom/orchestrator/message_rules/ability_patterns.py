"""The patterns of requests that need an ability: the parts that phrases are made of, and where a command begins."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.capabilities.abilities import Ability
from kingdom.orchestrator.message_rules.ability_phrases import PHRASES
from kingdom.orchestrator.message_rules.command_structures import COMMAND_PARTS, HINTS, STRUCTURES

_FILE = r"[\w-]+\.(?:txt|md|csv|tsv|json|ya?ml|xml|pdf|docx?|xlsx?|html?|py|png|svg|log|ini)\b"
_URL = r"(?:https?://|www\.|api\.)[^\s<>]+"
_NEW_CLAUSE = (
    r"no|not|without|kein\w*|ohne|sans|pas|sin|"
    r"if|when|who|that|which|because|where|what|how|why|whether|cron|expression|story|poem|sentence|function|script|"
    r"code|program|wie|was|warum|ob|wann|wo|wenn|dass|weil|funktion|skript|comment|pourquoi|si|quand|qui|que"
    r"|fonction|"
    r"como|porque|cuando|quien|funcion|programa|draft|template|entwurf|vorlage|brouillon|modele|borrador|plantilla"
)
_WORD = rf"(?: (?!(?:{_NEW_CLAUSE})\b)\S+)"
_PLATFORM = (
    r"(?:twitter|x|linkedin|facebook|instagram|slack|teams|discord|reddit|mastodon|youtube|tiktok|wordpress|whatsapp|"
    r"telegram|\S*blog|\S*channel|\S*kanal|canal|intranet)\b"
)
_SERVICE = (
    r"(?:s3|ftp|sftp|dropbox|google drive|onedrive|google sheets?|airtable|notion|jira|github|gitlab|trello|asana|"
    r"zendesk|salesforce|hubspot|stripe|paypal|shopify|"
    r"(?:google )?(?:calendar(?! (?:dates?|days?|weeks?|months?|years?)\b)|kalender)|calendrier|agenda"
    r"|calendario|crm|"
    r"erp)\b"
)
_CHANNEL = (
    r"(?:sms(?:es)?|text messages?|texts?|textos?|messages?|nachricht(?:en)?|textnachricht(?:en)?|mensajes?|"
    r"e-?mails?|mails?|rundmails?|courriels?|correos?|whatsapps?|telegram|slack|newsletters?|boletin(?:es)?|"
    r"(?:push )?notifications?|benachrichtigung(?:en)?|notificacion(?:es)?|reminders?|erinnerung(?:en)?|rappels?|"
    r"recordatorios?|invitations?|invites|einladung(?:en)?|invitacion(?:es)?)\b"
)
_DAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    r"(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch",
    r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
    r"lunes|martes|miercoles|jueves|viernes|sabados?|domingos?",
)


def _direct(prepositions: str) -> str:
    """Return up to eight words before the object of a verb itself: "three advantages of a chart" asks for no chart."""
    return rf"(?: (?!(?:{prepositions}|{_NEW_CLAUSE})\b)\S+){{0,8}}?"


_PARTS: Mapping[str, str] = {
    "file": _FILE,
    "url": _URL,
    "page": r"(?:https?://|www\.)(?!api\.)[^\s<>]+",  # what answers to programs is a host and no page
    "platform": _PLATFORM,
    "service": _SERVICE,
    "channel": _CHANNEL,
    # -- English
    "whom": r"(?:my|our|the|all|every|each|him|her|them|everyone|everybody|mom|mum|dad|\S+@\S+)\b",
    "recurs": rf"(?:(?:every|each) (?:single |other |second |first |last |\d+ )?(?:days?|weeks?|weekday|weekend|months?"
    rf"|year|quarter|morning|evening|night|afternoon|hours?|minutes?|{_DAY[0]})s?|daily|(?:at|on) the (?:end|start"
    rf"|beginning"
    r"|first|last|first day|last day) of (?:every|each) (?:day|week|month|quarter|year)|weekly|monthly|hourly"
    r"|on the (?:first(?: day)?|last day|\d{1,2}(?:st|nd|rd|th)) of (?:the|every|each) month"
    rf"|nightly|(?:once|twice) (?:an?|per) (?:hour|day|week|month)|(?:on )?(?:{_DAY[0]})s)\b",
    "ends": r"(?:,? (?:at|around|before|by|on|from|until|morning|evening) .{1,30})?$",
    "digest": r"(?:summary|report|digest|overview|briefing|update|recap|newsletter|list|reminder|headlines|news)\b",
    "into": rf"(?: (?!(?:from|about|based|{_NEW_CLAUSE})\b)\S+){{0,8}}?",  # what is read from a file is not written
    "direct": _direct("of|about|for|between|on"),
    # -- German
    "wen": r"(?:meine[mnr]?|unsere[mnr]?|alle[nmr]?|jede[mnr]|ihm|ihr|ihnen|dem|den|der|mama|papa|\S+@\S+)\b",
    "wieder": r"(?:(?:am|zum) (?:ersten|letzten(?: tag)?|\d{1,2}\.?) (?:des|jedes|jeden|eines jeden) monats"
    rf"|jede[nrsm]? (?:\d+ |zweiten |ersten |letzten )?(?:tag|woche|monat|jahr|quartal|morgen|abend|nacht"
    rf"|stunde|minute|werktag|(?:{_DAY[1]})(?:morgen|abend|mittag|nachmittag|vormittag)?)|taglich|wochentlich"
    rf"|monatlich|stundlich|(?:{_DAY[1]})s|alle \d+ (?:minuten|stunden|tage|wochen)|(?:ein|zwei)mal (?:am tag|pro "
    r"(?:tag|woche|monat)|in der woche|die woche|im monat))\b",
    "auszug": r"\S*(?:zusammenfassung|bericht|uberblick|ubersicht|auswertung|liste|update|nachricht(?:en)?|erinnerung"
    r"|meldung)\b",
    "direkt": _direct("von|uber|zu|zum|zur|fur|eines|einer|des"),
    # -- French
    "qui": r"(?:mon|ma|mes|nos|notre|tous|toute|chaque|chacun|la|le|les|l|\S+@\S+|\w+@\S+)\b",
    "souvent": r"(?:le (?:premier(?: jour)?|dernier jour|\d{1,2}) (?:du|de chaque) mois"
    rf"|chaque (?:jour|semaine|mois|annee|matin|soir|nuit|heure|(?:{_DAY[2]})(?: (?:matin|soir"
    rf"|midi))?)|tous les (?:\d+ )?(?:jours"
    rf"|matins|soirs|mois|(?:{_DAY[2]})s(?: (?:matin|soir|midi))?)|toutes les (?:\d+ )?(?:semaines|heures|minutes"
    rf"|nuits)|quotidiennement"
    r"|hebdomadairement|mensuellement|une fois par (?:jour|semaine|mois)|le (?:lundi|vendredi) matin)\b",
    "extrait": r"(?:resume|rapport|bilan|apercu|liste|rappel|recapitulatif|point|nouvelles)\b",
    # a fact that a user wants to be told is no reminder
    "fait": r"(?:la|les|le|l) ?(?:formules?|definition|regle|difference|noms?|syntaxe|mot|signification|capitale|date)",
    "droit": _direct("d|de|du|des|sur|entre"),
    # -- Spanish
    "recto": _direct("de|del|sobre|entre"),
    "extracto": r"(?:resumen|informe|reporte|boletin|lista|recordatorio|balance|noticias|listado)\b",
    "dato": r"(?:la|las|el|los) (?:formulas?|definicion|regla|diferencia|nombres?|sintaxis|palabra|significado|capital"
    r"|fecha)",
    "quien": r"(?:mi|mis|nuestros?|nuestras?|todos|todas|cada|los|las|el|la|\S+@\S+)\b",
    "repite": r"(?:el (?:primero|primer dia|ultimo dia|(?:dia )?\d{1,2}) (?:de|del|de cada) mes"
    rf"|cada (?:\d+ )?(?:dias?|semanas?|mes|meses|ano|manana|noche|tarde|horas?|minutos|{_DAY[3]})|todos "
    rf"los (?:dias|meses|{_DAY[3]})|todas las (?:semanas|mananas|noches|tardes|horas)|diariamente|semanalmente"
    r"|mensualmente|a diario|una vez (?:al|por|a la) (?:dia|semana|mes))\b",
}
_ANY_VERB: Mapping[Language, str] = {
    "en": r"(?:send|text|e-?mail|give|show|tell|prepare|create|generate|make|write|check|fetch|get|run|summari[sz]e"
    r"|collect|report|post|back up|update|search|read|remind|print|do|compute|calculate|list|look|pull|total"
    r"|sum(?: up)?"
    r"|add up|tally|count|convert|work out|figure out|find|sort|compare|draw|plot|translate|review|analy[sz]e"
    r"|validate"
    r"|verify|monitor|deliver|e-?mail me|forward|export|refresh|download|turn|go through|ask|order|clean|merge"
    r"|save)\b",
    "de": r"(?:schick|send|erstell|mach|gib|zeig|pruf|fass|hol|lad|berechne|erinner|such|schreib|speicher|aktualisier"
    r"|fuhr|sammel|les|lies|bereite|nenn|sag|rechn|addier|summier|zahl|ermittl|ermittel|wandl|wandel|sortier"
    r"|vergleich"
    r"|zeichn|plott|ubersetz|wert|analysier|validier|uberwach|kontrollier|leit|exportier|frag|bestell|trag|zieh|melde"
    r"|start)\w{0,2}\b",
    "fr": r"(?:envoie|donne|fais|prepare|cree|genere|ecris|verifie|cherche|resume|montre|dis|calcule|rappelle|lance"
    r"|lis|recupere|previens|publie|additionne|compte|convertis|trie|compare|trace|dessine|traduis|analyse|valide"
    r"|surveille|transmets|exporte|telecharge|mets|demande|commande|controle|prends|sauvegarde|fournis)\w{0,2}\b",
    "es": r"(?:envia|manda|da|dame|dime|haz|prepara|crea|genera|escribe|revisa|comprueba|busca|resume|muestra|calcula"
    r"|recuerda|ejecuta|lee|descarga|avisa|publica|suma|cuenta|convierte|ordena|compara|dibuja|traduce|analiza|valida"
    r"|vigila|reenvia|exporta|actualiza|pide|verifica|comparte|guarda|consulta|di)(?:me|nos|les|le|lo|la)?\b",
}

# Before a command; "that", "to" and the like count only in a wish for a specialist, which says what it shall do.
_BEGINS = (
    r"(?:^(?:i (?:want|wish|would like|d like) to )?|[,;] ?|\b(?:and|then|first|next|finally|also|please|kindly"
    r"|(?:can|could|may) (?:i|we)|(?:can|could|would|will) "
    r"(?:you|someone|somebody|it)|i (?:want|need|would like|d like)"
    r"(?: you to)?|let s|help me|und|dann|danach|anschliessend|bitte|et|puis|ensuite|merci"
    r" de|veuillez|(?:peux|pourrais)[- ]tu|(?:pouvez|pourriez)[- ]vous|tu peux|vous pouvez|je (?:veux|voudrais)(?: "
    r"que (?:tu"
    r"|vous))?|y|luego|despues|por favor,?|(?:puedes|podrias|puede|podria|quiero|necesito|quisiera)(?: que)?|me "
    r"gustaria(?: "
    r"que)?) )(?:(?:please|just|also|now|automatically|kindly|bitte|mal|doch|automatisch|m|me|nous"
    r"|s il te plait|s il "
    r"vous "
    r"plait|por favor),? ){0,4}"
)
_WISHES = r"(?:^|[,;] ?|\b(?:that|which|who|to|can|could|qui|pour|que|para|sabe|and|et|y) )(?:me |nous )?"
# A German sentence whose verb comes last begins so.
_ASKS_IN_GERMAN = (
    r"(?:(?:kannst|konntest|wurdest|magst) du|(?:konnen|konnten|wurden) sie|bitte|du sollst|ich (?:mochte|will"
    r"|wunsche mir),? "
    r"dass du|ich (?:mochte|will))"
)


def _parts() -> dict[str, str]:
    verbs = {f"any_{language}": pattern for language, pattern in _ANY_VERB.items()}
    return {**COMMAND_PARTS, **_PARTS, **verbs, "frage": _ASKS_IN_GERMAN}


def _expand(pattern: str) -> str:
    for name, part in _parts().items():
        pattern = pattern.replace(f"<{name}>", part)
    return pattern.replace("new_clause", _NEW_CLAUSE).replace("~?", _WORD + "{0,8}?").replace("~", _WORD + "{0,8}?")


class CommandPattern(NamedTuple):
    """What a command looks like that needs an ability: phrases, and structures of sentences that hold a hint."""

    phrases: re.Pattern[str]
    hint: re.Pattern[str]
    structures: re.Pattern[str]

    def is_in(self, sentence: str) -> bool:
        """Return whether a folded sentence holds such a command."""
        if self.phrases.search(sentence) is not None:
            return True
        return self.hint.search(sentence) is not None and self.structures.search(sentence) is not None


def _compile(begins: str, ability: Ability) -> CommandPattern:
    phrases = [phrase for own in PHRASES[ability].values() for phrase in own]
    return CommandPattern(
        re.compile(f"{begins}(?:{'|'.join(map(_expand, phrases))})"),
        re.compile(_expand(HINTS[ability])),
        re.compile(f"{begins}(?:{'|'.join(map(_expand, STRUCTURES[ability]))})"),
    )


@cache
def command_pattern(ability: Ability) -> CommandPattern:
    """Return the pattern of a command that needs an ability; compiled at the first use, since all take 0.5 s."""
    return _compile(_BEGINS, ability)


@cache
def wish_pattern(ability: Ability) -> CommandPattern:
    """Return the pattern of a wish for a specialist that needs an ability; compiled at the first use."""
    return _compile(_WISHES, ability)


ADDRESS = re.compile(_URL)
