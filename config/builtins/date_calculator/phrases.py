"""German, French and Spanish dates and questions, rewritten into the English ones that the rest reads."""

import calendar
import re
from datetime import date
from typing import Any

from config.builtins.date_calculator.calendar_words import with_clocked_trips
from config.builtins.date_calculator.nth_words import with_nth_digits
from config.builtins.date_calculator.pregnancies import due_in
from config.builtins.date_calculator.spoken_counts import with_counts_of_units
from config.builtins.date_calculator.stages import with_stages
from config.builtins.wording import (
    SMALL_NUMBERS,
    CannotError,
    Mapped,
    fill_in,
    flattened,
    fold,
    localized,
    pairs,
    with_digits,
)
from config.builtins.wording_fractions import with_fractions

NAMES_OF_MONTHS = {
    "de": [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    "fr": [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    "es": [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
}
NAMES_OF_DAYS = {
    "de": ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    "fr": ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    "es": ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
}
ANY_MONTH = "|".join(calendar.month_name[1:])
SHORT_MONTH = "|".join([*calendar.month_abbr[1:], "sept"])
QUESTIONS_OF = {
    "en": pairs("hrs = hours; hr = hour; o'clock = :00"),
    "de": pairs(
        """wie ?vielen? = how many; wie viel = how many; tage = days; tagen = days; tag = day; wochen = weeks; woche = week; monate = months; monaten = months;
        monat = month; jahre = years; jahren = years; jahr = year; stunden = hours; stunde = hour; std = hours; minuten = minutes; minute = minute; sekunden = seconds; sekunde = second;
        bis(?: zu[mr]?)? = until; zwischen = between; und = and; seit = since; vor = ago; heute = today; morgen = tomorrow; ubermorgen = day after tomorrow;
        gestern = yesterday; vorgestern = day before yesterday; nachste[nrsm]? = next; letzte[nrsm]? = last; diese[nrsm]? = this; erste[nrsm]? = first;
        (?:arbeits|werk)tagen? ab = working days starting; zweite[nrsm]? = second; dritte[nrsm]? = third; vierte[nrsm]? = fourth; arbeitstage = working days; arbeitstagen = working days; werktage = working days;
        werktagen = working days; werktag = working day; kalenderwoche = week number; kw = week; wochentag = weekday; letzte[nrm]? (?:arbeits|werk)tag des monats = last working day of the month; erste[nrm]? (?:arbeits|werk)tag des monats = first working day of the month; letzte[nrm]? (?:arbeits|werk)tag(?: (?:im|vom))? = last working day of; erste[nrm]? (?:arbeits|werk)tag(?: (?:im|vom))? = first working day of; des monats = the month; jedes monats = each month; schaltjahr = leap year;
        schaltjahre = leap years; wie alt = how old; geboren = born; zur welt gekommen = born; kam zur welt = born; alt = old; weihnachten = christmas; heiligabend = christmas eve; silvester = new year's eve;
        neujahr = new year; ostern = easter; pfingsten = pentecost; wie lange = how long; wie lang = how long; welcher tag = which day; was fur ein tag = which day; was fur ein wochentag = which weekday; welches datum = what date;
        uhrzeit = time; wie spat = what time; wann = when; nach = after; in = in; im = in; ab = from; von = from; vom = from; plus = plus; minus = minus;
        war = was; ist = is; am = on; um = at; uhr = :00; zeitunterschied = time difference; zeitverschiebung = time difference; mitternacht = midnight;
        mittags? = noon; spater = later; fruher = earlier; vorher = earlier; davor = earlier; zuvor = earlier; nachte = nights; wochenenden = weekends; wochenende = weekend; ubernachtungen = nights; nacht = night; hat = has; der = the; die = the; das = the; den = the; ein = a; eine = a; einen(?= (?:tag|monat)) = a; einem = a; einer = a;
        noch = left; ubrig = left; dauert = takes; dauer = how long; welche[rsnm]? = which; fallt = falls; wird = is; auf = on; tokio = tokyo; neu[- ]delhi = new delhi;
        munchen = munich; wien = vienna; koln = cologne; moskau = moscow; rom = rome; mailand = milan; kapstadt = cape town; genf = geneva; lissabon = lisbon;
        peking = beijing; prag = prague; warschau = warsaw; brussel = brussels; athen = athens; kairo = cairo; singapur = singapore; ende des jahres = end of the year;
        jahresende = end of the year; monatsende = end of the month; ende des monats = end of the month; ende(?= (?:jan|feb|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|de[zc]|20[0-9]{2})) = end of; anfang(?= (?:jan|feb|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|de[zc]|20[0-9]{2})) = start of; mitte(?= (?:jan|feb|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|de[zc]|20[0-9]{2})) = middle of; wievielte = which"""
    ),
    "fr": pairs(
        """combien de = how many; combien = how many; jours = days; jour = day; semaines = weeks; semaine = week; mois = months; ans = years; annees = years;
        annee = year; heures = hours; heure = hour; minutes = minutes; secondes = seconds; jusqu'au = until; jusqu'a = until; jusque = until; avant = before; entre = between; et = and;
        depuis = since; il y a = ago; dans = in; aujourd'hui = today; apres-demain = day after tomorrow; demain = tomorrow; avant-hier = day before yesterday;
        hier = yesterday; prochaine? = next; derniere? = last; dernier = last; premiere? = first; premier = first; deuxieme = second; troisieme = third;
        quatrieme = fourth; quelle semaine = which week; la veille de = the day before; le lendemain de = the day after; dernier jour (?:ouvre|ouvrable) du mois = last working day of the month; premier jour (?:ouvre|ouvrable) du mois = first working day of the month; dernier jour (?:ouvre|ouvrable)(?: de)? = last working day of; premier jour (?:ouvre|ouvrable)(?: de)? = first working day of; du mois = of the month; de chaque mois = of each month; jours ouvres = working days; jours ouvrables = working days; jour ouvre = working day; numero de semaine = week number; bissextile = leap;
        annee bissextile = leap year; quel age = how old; ne = born; nee = born; noel = christmas; paques = easter; nouvel an = new year; pentecote = pentecost;
        saint-sylvestre = new year's eve; quel jour = which day; quelle date = what date; quelle heure = what time; quand = when; apres = after; plus = plus;
        moins = minus; etait = was; est = is; combien de temps = how long; decalage horaire = time difference; midi = noon; minuit = midnight; plus tard = later; plus tot = earlier; nuits = nights; week-ends = weekends; week-end = weekend; nuitees = nights;
        le = the; la = the; du = from the; de = of; des = from; au = until; reste = left; restent = left; reste-t-il = left; dure = takes; londres = london;
        tombe = falls; un = a; une = a; a = at; en = in; pekin = beijing; moscou = moscow; lisbonne = lisbon; vienne = vienna; bruxelles = brussels;
        geneve = geneva; athenes = athens; le caire = cairo; singapour = singapore; fin de l'annee = end of the year; fin du mois = end of the month;
        (?:la )?fin(?= (?:jan|fev|feb|mar|avr|apr|mai|may|jui|jun|jul|aou|aug|sep|oct|nov|dec|20[0-9]{2})) = end of; (?:le )?debut(?= (?:jan|fev|feb|mar|avr|apr|mai|may|jui|jun|jul|aou|aug|sep|oct|nov|dec|20[0-9]{2})) = start of"""
    ),
    "es": pairs(
        """cuant[oa]s = how many; cuanto tiempo = how long; cuanto = how many; dias = days; dia = day; semanas = weeks; semana = week; meses = months; mes = month;
        anos = years; ano = year; horas = hours; hora = hour; minutos = minutes; segundos = seconds; hasta(?: el)? = until; para = until; entre = between; y = and; desde = since;
        hace = ago; dentro de = in; hoy = today; pasado manana = day after tomorrow; manana = tomorrow; anteayer = day before yesterday; ayer = yesterday;
        proxim[oa] = next; que semana = which week; ultim[oa] = last; primer[oa]? = first; segund[oa] = second; tercer[oa]? = third; cuart[oa] = fourth; ultimo dia (?:habil|laborable)(?: del?)? = last working day of; primer dia (?:habil|laborable)(?: del?)? = first working day of; del mes = of the month; de cada mes = of each month; dias habiles = working days;
        dias laborables = working days; dia habil = working day; numero de semana = week number; bisiesto = leap; ano bisiesto = leap year; que edad = how old;
        cuantos anos tiene = how old; nacid[oa] = born; nacio = born; naci = born; cuantos anos tengo = how old; cuantos anos tendre = how old; navidad = christmas; nochebuena = christmas eve; nochevieja = new year's eve;
        ano nuevo = new year; pascua = easter; que dia = which day; que fecha = what date; que hora = what time; cuando = when; despues del? = after;
        fines de semana = weekends; fin de semana = weekend; antes del? = before; antes = earlier; con antelacion = earlier; de antelacion = earlier; noches = nights; mas = plus; menos = minus; era = was; fue = was; es = is; sera = is; diferencia horaria = time difference; mediodia = noon;
        medianoche = midnight; el = the; la = the; del = of; de = of; faltan = left; quedan = left; falta = left; dura = takes; londres = london; cae = falls;
        un = a; una = a; en = in; a las = at; nueva york = new york; tokio = tokyo; pekin = beijing; moscu = moscow; lisboa = lisbon; paris = paris; roma = rome;
        berlin = berlin; ginebra = geneva; viena = vienna; bruselas = brussels; fin de ano = end of the year; fin de mes = end of the month;
        (?:el )?(?:fin|final|finales) de(?= (?:ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|oct|nov|dic|dec|20[0-9]{2})) = end of; mediados de(?= (?:ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|oct|nov|dic|dec)) = middle of; (?:principios?|comienzos?|inicios?) de(?= (?:ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|oct|nov|dic|dec|20[0-9]{2})) = start of"""
    ),
}


def rewritten(text: str, language: str) -> Mapped:
    """Return a message on one line, folded, in the words and forms that the reader of dates knows."""
    made = with_nth_digits(fractions_of_units(flattened(text).sub(r" +", " ").sub(r"\A | \Z", ""), language))
    made = (
        made.sub(SHORT_DAYS[language], weekday_in_full)
        .sub(r"(?<![\w'])'?til(?= )", "until")
        .sub(r"\bthru\b", "through")
        .sub(r"\b(\d{1,3}) ?wks?\b", r"\1 weeks")
        .sub(r"\b(\d{1,3}) ?mths?\b", r"\1 months")
    )
    if language != "en":
        made = with_digits(foreign(made, language), language)
    made = with_counts_of_units(made.sub(r"\btwenty[- ]four\b", "24"), language)
    made = with_rhythm_digits(made) if language == "es" else made
    made = made.translated(QUESTIONS_OF[language]).sub(r"(\d) :00\b", r"\1:00").sub(r":(\d\d):00\b", r":\1")
    made = made.sub(rf"\b(?:the )?mid?[- ](?=(?:{ANY_MONTH})\b)", "middle of ")
    made = made.sub(r"\b(ago) (\d+|a) (days?|weeks?|months?|years?|hours?)\b", r"\2 \3 ago")
    made = made.sub(r"\b(?<!\d/)(\d{1,2})/(\d{1,2})(?![\d/])", short_date).sub(
        r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?![\d.])", short_date
    )
    made = made.sub(
        rf"(?<![:.\d])(?<!\d[-/])\b(\d{{1,2}})(?:st|nd|rd|th|er|\.)?(?= ?(?:(?:to|until|till|and|al|[-–]) |[-–])(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?((?:{ANY_MONTH}|{SHORT_MONTH})\b(?: \d{{4}}\b)?))",
        r"\1 \2",
    )
    made = made.sub(
        r"\b(\d{1,4})[- ](?:more |further |additional |extra |full |whole |complete |calendar |consecutive |straight |solid |entire |clear |volle[nr]? |ganze[nr]? |kalender|aufeinanderfolgende |pleines? |completas? |completos |naturales |corridos |seguid[oa]s )?(?=(?:days?|weeks?|months?|years?|hours?|minutes?)\b)",
        r"\1 ",
    )
    made = with_clock_words(with_clocked_trips(made), language).sub(PER_DAY, r"\g<before>")
    made = with_stages(made).sub(
        r"\b(takes?|lasts?|needs?|runs?|goes|add|plus|minus|subtract|\+) ?(?:about )?(\d{1,2}) ?h ?(\d{2})\b",
        r"\1 \2 hours \3 minutes",
    )
    made = made.sub(r"\b(\d{1,2} hours?) (\d{2})(?= (?:to|after|before|from|later|earlier|on)\b)", r"\1 \2 minutes")
    made = (
        made.sub(EVERY_NTH, r"on the \1 of every month")
        .sub(LENGTH_OF, r"how many days has \g<month>\g<year>")
        .sub(SLEEPS, "how many days")
        .sub(LEAP_DAY_OF, r"is \g<year> a leap year")
        .sub(LENGTH_IN, r"how many \g<unit> are \g<length>")
    )
    made = made.sub(
        r"\b(how many|which|what|all|list)(?: (?:full|whole|complete|free|more|other|entire|proper|volle|ganze))? weekends\b",
        r"\1 saturdays",
    ).sub(r"\b(today ?(?:\+|plus) ?\d{1,4})(?= ?[?.!]?\Z)", r"\1 days")
    made = made.sub(
        r"\b(?:are |is )?(?:left|remaining|remain|to go) (?:in |of )?(?:this|the) month\b", "until end of this month"
    )
    made = (
        made.sub(
            r"\b(?:(?:only|just|nur|seulement|solo|solamente) )?(?:mon(?:day)?s?|mo|lun)(?: ?[-–] ?| to | through | until | a | au )(?:fri(?:day)?s?|fr|vie|ven)\b(?: (?:only|zahlen|gezahlt|count|counted|seulement|solo))?",
            "business week",
        )
        .sub(NTH_OF_MONTH, r"\g<nth> \g<day> of every month")
        .sub(r"\ba (\w+days?) sur 2\b", r"every other \1")
    )
    made = made.sub(
        r"(?<![\d:.])(\d{1,3}) ?h(?:ours?)?(?:,? and|,)? ?(\d{1,2}) ?(?:minutes?|mins?|m)\b", r"\1 hours \2 minutes"
    )
    made = with_added_lengths(made).sub(
        r"(?<![\d:.])(?<!at )(\d{1,2}) ?h ?(\d{2})(?= (?:later|long|flight|after|drive)\b)", r"\1 hours \2 minutes"
    )
    made = made.sub(r"(?<=\b(?:ng|ts|es|ke|us|or|of|er) )(\d{1,2}) ?h ?(\d{2})\b", r"\1 hours \2 minutes")
    made = made.sub(r"(?<![\d:.])(\d{1,2}) h (\d{1,2})\b(?! ?[:h])", r"\1 hours \2 minutes")
    made = made.sub(
        r"(?<=[+-] )(\d{1,2})h (\d{1,2})\b(?! ?[:h])|(?<=plus )(\d{1,2})h (\d{1,2})\b(?! ?[:h])",
        lambda m: f"{m[1] or m[3]} hours {m[2] or m[4]} minutes",
    )
    if re.search(r"\d ?h\b|\bhours?\b", made.text):
        made = made.sub(r"(?<![\d:.])(\d{1,3}) ?m\b(?!\.)", r"\1 minutes")
    made = made.sub(LENGTH_FROM_CLOCK, r"\1 hours \2 minutes").sub(WAY_TIME, r"\g<before> \g<h> hours \g<m> minutes")
    made = with_days_of_terms(with_bare_hours(made))
    made = made.sub(r"(?<![\d:.])(\d{1,3}) ?h\b", r"\1 hours").sub(r"\b(\d{1,4}) ?min\b\.?", r"\1 minutes")
    return made.sub(SECOND_LENGTH, r"\g<first>\g<n> minutes")


SECOND_LENGTH = re.compile(  # "rise 90 minutes and bake 45"
    r"(?P<first>\b\d{1,3} minutes,? (?:and|then|plus|and then|und|dann|et|puis|y|luego) (?:then )?(?:to )?(?:rises?|rests?|bakes?|cooks?|roasts?|boils?|simmers?|proofs?|proves?|cools?|chills?|dries|dry|wash|stand|backen|ruhen|kochen|cuire|reposer|hornear|reposar)(?: for)? )(?P<n>\d{1,3})(?![\d:.]*\d)(?! ?(?:minutes?|hours?|seconds?|days?|%|degrees?|°|people|g\b|c\b|f\b))\b",
    re.IGNORECASE,
)
LENGTH_FROM_CLOCK = re.compile(  # "2h30 from 11:50"
    r"(?<![\d:.])(?<!at )(\d{1,2}) ?h ?([0-5]\d)(?= (?:from|after|past|before|starting|beginning) (?:at )?\d{1,2}[:h. ])",
    re.IGNORECASE,
)
LENGTHS_ADDED = re.compile(r"\d:[0-5]\d ?[+] ?\d{1,3}:[0-5]\d(?P<more> ?[+] ?\d{1,3}:[0-5]\d)?")
ADDS_LENGTHS = re.compile(
    r"\b(?:add|sum|total|together|altogether|addier\w*|summe|zusammen|insgesamt|somme|additionn\w*|[ei]n tout|sum[ae]\w*|hours and minutes|stunden und minuten|heures et minutes|horas y minutos|hours minutes)\b",
    re.IGNORECASE,
)
STARTS_OR_ENDS = re.compile(
    r"\b(?:when|what time|start\w*|leav\w*|arriv\w*|finish\w*|end|ends|at|from|wann|los|um|ab|quand|depart|part\w*|cuando|sal\w*)\b|\d ?(?:am|pm)\b",
    re.IGNORECASE,
)


def is_sum_of_lengths(text: str) -> bool:
    """Return whether the figures that a message joins by plus signs are lengths, of which none is a time of day."""
    match = LENGTHS_ADDED.search(text)
    if match is None or STARTS_OR_ENDS.search(text):
        return False
    return match["more"] is not None or ADDS_LENGTHS.search(text) is not None


LENGTH_LISTED = re.compile(
    r"(?<![\d:.,/-])(\d{1,2}) ?[h:] ?([0-5]\d)\b(?! ?(?:am|pm|a\.m|p\.m|uhr|:|-|–|to |until |bis ))", re.IGNORECASE
)
LENGTH_WITH_UNIT = re.compile(
    r"(?<![\d:.])\d{1,3} ?(?:min(?:ute|uto)?s?|minuten|h(?:(?:ou)?rs?)?|hours?)\b", re.IGNORECASE
)
FEWEST_LENGTHS = 3


def is_list_of_lengths(text: str) -> bool:
    """Return whether a message adds up lengths of which some have units: "add up 45 min, 1h10, 35 min"."""
    lengths, units = LENGTH_LISTED.findall(text), LENGTH_WITH_UNIT.findall(text)
    if not lengths or not units or len(lengths) + len(units) < FEWEST_LENGTHS:
        return False
    return ADDS_LENGTHS.search(text) is not None and STARTS_OR_ENDS.search(text) is None


def with_added_lengths(made: Mapped) -> Mapped:
    """Return a text in which what a plus sign adds to a time of day is a length: "8:45 + 1:30"."""
    if is_sum_of_lengths(made.text):
        return made
    if is_list_of_lengths(made.text):
        return made.sub(LENGTH_LISTED, r"\1 hours \2 minutes")
    return made.sub(r"(?<=[+] )(\d{1,2}) ?[h:] ?(\d{2})\b(?! ?(?:am|pm))", r"\1 hours \2 minutes")


def with_bare_hours(made: Mapped) -> Mapped:
    """Return a text in which the bare hour of a span is a time of day, and bare minutes behind hours are minutes."""
    made = made.sub(HOUR_OF_SPAN, r"\1:00\g<to>").sub(HOUR_ENDS_SPAN, r"\g<to>\2:00")
    return made.sub(BARE_MINUTES, r"\1 \2 minutes")


BARE_MINUTES = re.compile(  # "the film itself is 2 hours 23."
    r"(?<![\d:.,])\b(\d{1,2} hours?) ([0-5]?\d)(?=[,;!?)]|\.(?!\d)|\Z| (?:and|plus|then|with|including|zug|bus|bahn|train|flight|flug|drive|fahrt|ride|walk|film|by|of(?! \d)|in the|on the)\b)",
    re.IGNORECASE,
)
HOUR_OF_SPAN = re.compile(  # "a shift of 22 until 6:30"; with "pm" behind the second one the first may be one too
    r"(?<![\d:.,/-])\b([01]?\d|2[0-4])(?P<to> (?:until|till|to|bis) |[-–])(?=\d{1,2}:\d\d\b(?!:| ?[ap]\.?m\b))",
    re.IGNORECASE,
)
HOUR_ENDS_SPAN = re.compile(
    r"(?<=\d:\d\d)(?P<to> (?:until|till|to|bis) |[-–])([01]?\d|2[0-4])(?=\Z|[,;?!)]|\.(?!\d)| (?:with|minus|less|including|incl|mit|avec|con)\b)",
    re.IGNORECASE,
)


def with_rhythm_digits(made: Mapped) -> Mapped:
    """Return a Spanish text in which the number behind "cada" is a digit."""
    numbers = SMALL_NUMBERS["es"]
    return made.sub(r"\bcada (dos|tres|cuatro|cinco|seis|diez)\b", lambda match: f"cada {numbers[match[1].lower()]}")


def with_days_of_terms(made: Mapped) -> Mapped:
    """Return a text in which the nights of a stay, and "net 30" of a bill, are days."""
    is_stay = CHECK_OUT.search(made.text) and DAY_TOLD.search(made.text)
    made = made.sub(NIGHTS, r"\1 days") if is_stay else made
    return made.sub(NET_TERMS, r"\1 days") if TERMS.search(made.text) else made


NIGHTS = re.compile(
    r"\b(\d{1,3}) nights?\b(?! (?:shift|a |per|each|in a row|(?:at|x|for|zu|a) [\d€$£]))", re.IGNORECASE
)
DAY_TOLD = re.compile(
    rf"\b(?:{ANY_MONTH}|{'|'.join(calendar.month_abbr[1:])}|{'|'.join(calendar.day_name)}|today|tomorrow)\b|\d[-./]\d",
    re.IGNORECASE,
)
CHECK_OUT = re.compile(
    r"\b(?:check(?:ing|s)?[- ]?out|leave|when|what date|which date|until when|wann|abreise|depart|quand|cuando|salida)\b",
    re.IGNORECASE,
)
NTH_OF_MONTH = re.compile(  # "every second Tuesday of the month"
    rf"\b(?:every|each|jeden?|chaque|cada) (?P<nth>first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) (?P<day>{'|'.join(calendar.day_name)})s? (?:of|in|im|from) (?:the |a |each |every )?(?:month|monat)\b",
    re.IGNORECASE,
)
SLEEPS = re.compile(  # the nights until a day are the days until it
    r"\bhow many (?:more )?sleeps(?=\W*\Z)|\bhow many (?:more )?(?:sleeps|nights)(?= (?:until|till|til|to|before|are (?:there|left)|left)\b)",
    re.IGNORECASE,
)
# "3h55" is how long something takes behind such a word, else a time of day
WAY_TIME = re.compile(
    r"\b(?P<before>(?:\w*(?:dauer|zeit|fahrt|flug)|duree|trajet|vol|duracion|vuelo|viaje|takes|lasts|time|flight|drive|trip|journey|ride)(?: (?:of|de|is|von|ist|est|es|a))?) (?P<h>\d{1,2}) ?h ?(?P<m>\d{2})\b",
    re.IGNORECASE,
)
NET_TERMS = re.compile(r"\bnet(?:to)?[- ]?(\d{1,3})(?: days?)?\b(?![.,]?\d| ?[%€$£])", re.IGNORECASE)
TERMS = re.compile(
    r"\b(?:due|terms?|payable|payment|invoice\w*|pay|bill\w*|fallig|rechnung\w*|zahl\w*|facture\w*|factura\w*)\b",
    re.IGNORECASE,
)
SHORT_DAY_NAMES = {
    "en": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    "de": ["mo", "di", "mi", "do", "fr", "sa", "so"],
    "fr": ["lun", "mar", "mer", "jeu", "ven", "sam", "dim"],
    "es": ["lun", "mar", "mie", "jue", "vie", "sab", "dom"],
}
SHORT_DAYS = {  # "from fri 18:00 till mon 07:30": "sun" and "sat" alone are no days
    language: re.compile(
        rf"\b(?P<short>{'|'.join(names)})(?:s|rs?|nes)?\.?(?=,? (?:(?:at|um|a|a las) )?\d{{1,2}}(?:[:.]\d\d\b(?!\.)| ?(?:am|pm|uhr|h\d{{0,2}})\b))",
        re.IGNORECASE,
    )
    for language, names in SHORT_DAY_NAMES.items()
}
LENGTH_IN = re.compile(  # "5 hours in minutes pls" is no time in five hours
    r"\A\W*(?:(?:please|pls|hi|hello|so|convert|translate|change|turn|express|what is|what's|whats|how much is|need|give me)\W+)*"
    r"(?P<length>\d[\d.,]* (?:second|minute|hour|day|week)s?) (?:in|to|into|as|is how many) (?P<unit>(?:second|minute|hour|day|week)s)"
    r"(?:\W+(?:please|pls|thanks|thank you|thx))*\W*\Z",
    re.IGNORECASE,
)
LEAP_DAY_OF = re.compile(  # "does 1982 have a 29 february"
    r"\b(?:does|did|do|has|had|will|is there|was there)\b[^?.!\d]{0,20}?(?P<year>\d{4}) (?:have |had )?(?:an? |the )?"
    r"(?:29(?:th)?(?: of)? feb(?:ruary)?|feb(?:ruary)?\.? (?:the )?29(?:th)?|leap day)\b(?! \d)",
    re.IGNORECASE,
)
LENGTH_OF = re.compile(  # "does june have 31 days"
    rf"\b(?:does|did|has|had|will) (?P<month>{ANY_MONTH})(?P<year> \d{{4}})? (?:have |had )?(?:28|29|30|31) days\b",
    re.IGNORECASE,
)
PER_DAY = re.compile(  # "how much is that a day": no length of time
    r"\b(?P<before>(?:that|it|much|long|hours|time|work|there|this)) (?:a|per|each|every|in a) (?:working )?day\b(?! (?:before|after|ago|later|earlier|from|in|to|until|and))",
    re.IGNORECASE,
)
EVERY_NTH = re.compile(  # "rent goes out every 3rd"
    r"\bevery (\d{1,2}(?:st|nd|rd|th))(?: of (?:the|each|every|a) month)?\b(?! (?:days?|weeks?|months?|years?|hours?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)",
    re.IGNORECASE,
)
HALF_PAST = re.compile(  # "quarter past 3", "halb vier", "las tres y media"
    r"\b(?P<part>half|(?:a )?quarter|viertel|\d{1,2}(?: minutes| min)?) (?P<way>past|to|nach|after|vor|ago|before) (?P<hour>1[0-2]|\d)\b(?! ?(?:days?|weeks?|months?|years?|hours?|minutes?|%)|[./:]\d)"
    r"|\bhalb (?P<half>1[0-2]|\d)\b|\b(?:las|at|la) (?P<las>1[0-2]|\d) (?P<joint>y|and|menos|minus) (?P<with>media|cuarto|fourth|(?:5|10|20|25)(?! [a-z]+s\b)(?![.,:]?\d))\b",
    re.IGNORECASE,
)


HOUR_WORDS = "|".join(
    sorted((word for word, value in SMALL_NUMBERS["en"].items() if 1 <= value <= 12), key=len, reverse=True)
)
SPOKEN_CLOCK = re.compile(  # "half past seven", "at ten to six", "at half eight", "nine o'clock", "at seven in the evening"
    rf"\b(?P<part>half|(?:a )?quarter|(?:five|ten|twenty|twenty[- ]five|\d{{1,2}})(?: minutes)?) (?P<way>past|after) (?P<past>{HOUR_WORDS}|1[0-2]|\d)\b"
    rf"|\b(?P<lead>at|by|until|till|it's|it is|around|about|before|leaves|starts|begins) (?P<to>(?:a )?quarter|five|ten|twenty|twenty[- ]five|20|10|5|25)(?: minutes)? to (?P<next>{HOUR_WORDS}|1[0-2]|\d)\b(?! ?(?:days|weeks|months|years|hours|minutes|people))"
    rf"|\b(?P<lead2>at|by|until|till|from|around|about|leaves|starts|begins|propos(?:es?|ed)|suggest(?:s|ed)?|offer(?:s|ed)?|sa(?:ys|id)|want(?:s|ed)|make it|for|is|wake up) (?P<half>half )?(?P<hour>{HOUR_WORDS})(?= (?::00|sharp\b|in the (?:morning|afternoon|evening)\b|tonight\b|at night\b)|(?<=half \w\w\w)|(?<=half \w\w\w\w)|(?<=half \w\w\w\w\w)|(?<=half \w\w\w\w\w\w))(?: :00)?",
    re.IGNORECASE,
)


def spoken_clock(match: "re.Match[str]") -> str:
    """Return a time of day in English words as figures."""
    words = SMALL_NUMBERS["en"] | {"half": 30, "quarter": 15, "a quarter": 15}
    hour_word = (match["past"] or match["next"] or match["hour"]).lower()
    hour = int(hour_word) if hour_word.isdigit() else words[hour_word]
    told = (match["part"] or match["to"] or match["half"] or "0").lower().replace(" minutes", "").strip()
    minutes = int(told) if told.isdigit() else words[told]
    if match["part"] and match["way"].lower() == "after" and told.isdigit():
        return match.group()  # "3 after 5" is no time
    if match["to"]:
        hour, minutes = (hour - 1) % 12 or 12, 60 - minutes
    lead = match["lead"] or match["lead2"]
    return f"{lead + ' ' if lead else ''}{hour}:{minutes:02}"


def with_clock_words(made: Mapped, language: str) -> Mapped:
    """Return a text in which times of day in words, or with a part of the day beside them, are figures."""
    if language == "en":
        made = made.sub(SPOKEN_CLOCK, spoken_clock)
    if language == "en" and PART_OF_DAY_TOLD.search(made.text):
        made = made.sub(BARE_HOUR, lambda match: f"at {SMALL_NUMBERS['en'][match[1].lower()]}:00")
    return made.sub(HALF_PAST, clock_in_words).sub(CLOCK_IN_PART, clock_of_part).sub(PART_THEN_CLOCK, clock_of_part)


AFTER_NOON = r"in the (?:evening|afternoon)|this (?:evening|afternoon)|tonight|abends|nachmittags|from the soir|of l'apres-midi|of the (?:tarde|noche)|at night|nachts"
BEFORE_NOON = r"in the morning|this morning|morgens|vormittags|fruh|from the matin|of the (?:tomorrow|manana)"
PART_OF_DAY_TOLD = re.compile(rf"\b(?:{AFTER_NOON}|{BEFORE_NOON})\b", re.IGNORECASE)
BARE_HOUR = re.compile(
    rf"\bat ({HOUR_WORDS})(?= (?:and|until|till|to|on|today|tomorrow|which|what|when|how)\b|[,.?!;]|\Z)", re.IGNORECASE
)
CLOCK_IN_PART = re.compile(
    rf"(?<![\d:.,/-])(?P<h>\d{{1,2}})(?:[:.](?P<m>\d\d))?(?: ?(?:o'clock|:00))?,? (?:(?P<pm>{AFTER_NOON})|(?P<am>{BEFORE_NOON}))\b",
    re.IGNORECASE,
)
PART_THEN_CLOCK = re.compile(
    rf"\b(?:(?P<pm>{AFTER_NOON})|(?P<am>{BEFORE_NOON})) (?:at|on|um|gegen|ab|so um|a|vers) (?P<h>\d{{1,2}})(?:[:.](?P<m>\d\d))?(?![\d:.]|\.\d| ?(?:[ap]m|days?|weeks?|hours?|minutes?|people)\b)",
    re.IGNORECASE,
)


def clock_of_part(match: "re.Match[str]") -> str:
    """Return a time of day with a part of the day beside it as one of 24 hours; anything else as it is."""
    hour, minutes = int(match["h"]), match["m"] or "00"
    if not 1 <= hour <= 12 or int(minutes) > 59:
        return match.group()
    at_night = (match["pm"] or "").lower() in ("at night", "nachts", "of the noche") and (hour < 6 or hour == 12)
    is_late = match["pm"] and not at_night
    return f"at {hour % 12 + (12 if is_late else 0) if is_late or hour < 12 or at_night else 12}:{minutes}"


def weekday_in_full(match: "re.Match[str]") -> str:
    """Return the English name of a day that is written with two or three letters."""
    names = next(names for language, names in SHORT_DAY_NAMES.items() if SHORT_DAYS[language] is match.re)
    return calendar.day_name[names.index(match["short"].lower())]


def clock_in_words(match: "re.Match[str]") -> str:
    """Return a time in words as figures; anything else as it is."""
    if match["half"]:
        return f"{(int(match['half']) - 1) % 12 or 12}:30"
    if match["las"]:
        told = {"media": 30, "cuarto": 15, "fourth": 15}.get(match["with"].lower()) or int(match["with"])
        is_before = match["joint"].lower() in ("menos", "minus")
        hour = (int(match["las"]) - 1) % 12 or 12 if is_before else int(match["las"])
        return f"at {hour}:{60 - told if is_before else told:02}"
    part, hour = match["part"].lower(), int(match["hour"])
    minutes = 30 if part == "half" else 15 if part.endswith(("quarter", "viertel")) else 0
    if not minutes or (minutes == 30 and match["way"].lower() != "past"):
        return match.group()
    is_before = match["way"].lower() in ("to", "vor", "ago", "before")
    return f"{(hour - 1) % 12 or 12 if is_before else hour}:{60 - minutes if is_before else minutes}"


HOUR_WORD = r"(?:hours?|hrs?|h|stunden?|std|heures?|horas?)"
PARTS_OF_UNITS = {"year": (12, "months"), "day": (24, "hours"), "hour": (60, "minutes"), "minute": (60, "seconds")}
FRACTION_OF_UNIT = re.compile(
    rf"(?<![\d.,:/-])(\d{{1,4}})[.,](\d{{1,10}}) ?(?:(?P<hour>{HOUR_WORD})|(?P<year>years?|yrs?|jahre?n?|ans?|annees?|anos?)"
    r"|(?P<day>days?|tage?n?|jours?|dias?)|(?P<minute>minutes?|mins?|minuten|minutos?)"
    r"|(?P<month>months?|monate?n?|mois|mes(?:es)?)|(?P<week>weeks?|wochen?|semaines?|semanas?))\b(?! (?:old|alt)\b)",
    re.IGNORECASE,
)
PART_OF_DAY = "unwhole"  # stands where half a week or month was said
NO_PARTS = "A part of a week or of a month ends on no whole day: say how many days to take for it."


def whole_units(match: "re.Match[str]") -> str:
    """Return a duration with a fraction in whole units: 1.5 years as 1 year 6 months; ``PART_OF_DAY`` for one that ends within a day."""
    unit = match.lastgroup or ""
    if unit not in PARTS_OF_UNITS:
        return PART_OF_DAY
    count, smaller = PARTS_OF_UNITS[unit]
    small = round(float(f"{match[1]}.{match[2]}") * count)
    if unit == "year":
        years, months = divmod(small, count)
        return " ".join([*([f"{years} years"] if years else []), *([f"{months} months"] if months else [])])
    return f"{small} {smaller}"


def refuse_parts_of_days(text: str) -> None:
    """Raise CannotError where a text has a duration that ends within a day, such as half a week."""
    if PART_OF_DAY in text:
        raise CannotError(NO_PARTS)


# "à 3 heures et demie" is a time of the day
FRENCH_HALF_PAST = (
    r"\b(a|est|vers|des) (\d{1,2}|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze) heures? et demie\b"
)


def fractions_of_units(made: Mapped, language: str) -> Mapped:
    """Return a text in which durations with a fraction, in words too, are whole smaller units."""
    if language == "fr":
        made = made.sub(
            FRENCH_HALF_PAST, lambda match: f"{match[1]} {SMALL_NUMBERS['fr'].get(match[2].lower(), match[2])}h30"
        )
    return with_fractions(made, language).sub(FRACTION_OF_UNIT, whole_units)


BEFORE_IN_GERMAN = re.compile(  # in front of a day, "vor" is no "ago"
    rf"\bvor (?=(?:dem |den )?(?:weihnacht|heiligabend|silvester|ostern|pfingst|neujahr|\d{{1,2}} (?:{ANY_MONTH})\b|(?:{'|'.join(calendar.day_name)})\b))",
    re.IGNORECASE,
)


def foreign(made: Mapped, language: str) -> Mapped:
    """Return a text with the months, days and short dates of another language in English."""
    months = [fold(name).lower() for name in NAMES_OF_MONTHS[language]]
    names = {month: calendar.month_name[place] for place, month in enumerate(months, 1)}
    names |= {"janner": "January", "maerz": "March"}
    days = {fold(name).lower(): calendar.day_name[place] for place, name in enumerate(NAMES_OF_DAYS[language])}
    word = "|".join(names)
    made = made.sub(
        rf"\b(\d{{1,2}})(?:\.|er|o|º)? (?:de )?({word})\b(?: (?:de |del )?(\d{{4}})\b)?",
        lambda m: f"{m[1]} {names[m[2].lower()]}" + (f" {m[3]}" if m[3] else ""),
    )
    made = made.sub(
        rf"\b({word})\b(?: (?:de |del )?(\d{{4}})\b)?", lambda m: names[m[1].lower()] + (f" {m[2]}" if m[2] else "")
    )
    made = made.sub(rf"\b({'|'.join(days)}|sonnabend)(?:s|en?)?\b", lambda m: days.get(m[1].lower(), "Saturday"))
    if language == "de":
        made = made.sub(BEFORE_IN_GERMAN, "before ").sub(
            r"\b(\d{1,2})(?:[:.h](\d{2}))? (?:uhr|heures|h)(?: (\d{2}))?(?! \d| ?min)\b",
            lambda m: f"{m[1]}:{m[2] or m[3] or '00'}",
        )
    if language == "fr":
        made = made.sub(
            r"(?:(?<=\ba )|(?<=\bil est )|(?<=\bde )|(?<=\bvers ))(\d{1,2}) ?h(?:eures?)?(?: ?(\d{2}))?\b",
            lambda m: f"{m[1]}:{m[2] or '00'}",
        )
    if language == "es":
        made = made.sub(
            r"(?:(?<=\ba las )|(?<=\bson las ))(\d{1,2})(?:[:.h](\d{2}))?\b(?: de la (tarde|noche|manana))?",
            lambda m: f"{int(m[1]) + (12 if m[3] in ('tarde', 'noche') and int(m[1]) < 12 else 0)}:{m[2] or '00'}",
        )
    return made.sub(r"(?<![\d.,/:])(\d{1,2})[./](\d{1,2})\.?(?![\d./:]|,\d)", short_date)


def short_date(match: "re.Match[str]") -> str:
    """Return a day and month without a year, such as 24.12. or 13/05, with the month in letters; anything else as it is."""
    first, second = int(match[1]), int(match[2])
    if first <= 12 < second <= 31:
        first, second = second, first
    if not (1 <= second <= 12 and 1 <= first <= 31) or (
        match.re.pattern.startswith(r"\b(?<!\d/)(\d{1,2})/") and first <= 12
    ):
        return match.group()
    return f"{first} {calendar.month_name[second]}"


ANSWERS = {
    "de": {
        "difference": "Vom {from} bis zum {to} sind es **{days_told}**{more}.",
        "date": "Das ist **{date}**.", "weekday": "{date_only} ist ein **{weekday}**.", "week": "{date} liegt in **Kalenderwoche {week}** {year}.",
        "age": "Wer am {born} geboren ist, ist am {on} **{years} Jahre**, {months} Monate und {days} Tage alt.",
        "business_days": "Vom {from} bis zum {to} sind es **{business_days} Arbeitstage** (beide Tage gezählt, ohne Feiertage abzuziehen).",
        "leap_year": "{year} ist **{leap_word} Schaltjahr**.", "days_in_month": "Der Monat {month}/{year} hat **{days} Tage**.",
        "days_in_year": "Das Jahr hat **{days} Tage**.", "day_of_year": "{date} ist Tag **{day_of_year}** des Jahres; {left} Tage bleiben.",
        "time": "{places}", "repeats": "Das ist **{count}-mal**, zuerst am {from}, zuletzt am {to}.", "count": "Es sind **{count}** ({weekday}, {from} bis {to}).", "span": "Das sind **{count} {unit_name}**.", "duration": "Das sind **{hours} h {rest_minutes} min{rest_seconds}**.", "clock": "Um **{clock}**.", "moment": "Das ist **{moment} UTC**.", "timestamp": "Der Unix-Zeitstempel ist **{count}** ({moment} UTC).",
        "dates": "Diese Tage sind es:\n\n{listed}", "comparison": "{verdict}",
    },
    "fr": {
        "difference": "Du {from} au {to}, cela fait **{days_told}**{more}.",
        "date": "C'est **{date}**.", "weekday": "{date_only} est un **{weekday}**.", "week": "{date} est dans la **semaine {week}** de {year}.",
        "age": "Né le {born}, on a **{years} ans**, {months} mois et {days} jours le {on}.",
        "business_days": "Du {from} au {to}, il y a **{business_days} jours ouvrés** (les deux jours comptés, jours fériés non déduits).",
        "leap_year": "{year} {leap_word} une année **bissextile**.", "days_in_month": "Le mois {month}/{year} a **{days} jours**.",
        "days_in_year": "L'année a **{days} jours**.", "day_of_year": "{date} est le jour **{day_of_year}** de l'année ; il en reste {left}.",
        "time": "{places}", "repeats": "Cela fait **{count} fois**, la première le {from}, la dernière le {to}.", "count": "Il y en a **{count}** ({weekday}, {from} – {to}).", "span": "Cela fait **{count} {unit_name}**.", "duration": "Cela fait **{hours} h {rest_minutes} min{rest_seconds}**.", "clock": "À **{clock}**.", "moment": "C'est **{moment} UTC**.", "timestamp": "L'horodatage Unix est **{count}** ({moment} UTC).",
        "dates": "Ce sont ces jours :\n\n{listed}", "comparison": "{verdict}",
    },
    "es": {
        "difference": "Del {from} al {to} hay **{days_told}**{more}.",
        "date": "Es **{date}**.", "weekday": "{date_only} es **{weekday}**.", "week": "{date} está en la **semana {week}** de {year}.",
        "age": "Quien nació el {born} tiene **{years} años**, {months} meses y {days} días el {on}.",
        "business_days": "Del {from} al {to} hay **{business_days} días laborables** (contando ambos; sin restar festivos).",
        "leap_year": "{year} {leap_word} **bisiesto**.", "days_in_month": "El mes {month}/{year} tiene **{days} días**.",
        "days_in_year": "El año tiene **{days} días**.", "day_of_year": "{date} es el día **{day_of_year}** del año; quedan {left}.",
        "time": "{places}", "repeats": "Son **{count} veces**, la primera el {from}, la última el {to}.", "count": "Hay **{count}** ({weekday}, {from} a {to}).", "span": "Son **{count} {unit_name}**.", "duration": "Son **{hours} h {rest_minutes} min{rest_seconds}**.", "clock": "A las **{clock}**.", "moment": "Es **{moment} UTC**.", "timestamp": "La marca de tiempo Unix es **{count}** ({moment} UTC).",
        "dates": "Son estos días:\n\n{listed}", "comparison": "{verdict}",
    },
}  # fmt: skip
FITS = {
    "de": ("Ja", "Nein", "**{word}**: die Frist ab dem {from} geht bis zum {date} (Unterschied: {days} Tage)."),
    "fr": ("Oui", "Non", "**{word}** : le délai à partir du {from} va jusqu'au {date} (différence : {days} jours)."),
    "es": ("Sí", "No", "**{word}**: el plazo desde el {from} va hasta el {date} (diferencia: {days} días)."),
}
WAYS = {
    "de": {"older": "älter", "younger": "jünger", "earlier": "früher", "later": "später"},
    "fr": {"older": "plus âgé", "younger": "plus jeune", "earlier": "plus tôt", "later": "plus tard"},
    "es": {"older": "mayor", "younger": "más joven", "earlier": "antes", "later": "después"},
}
GAPS = {
    "de": "**{name}** ({date}) ist {way}, um **{days_told}**{more}.",
    "fr": "**{name}** ({date}) est {way}, de **{days_told}**{more}.",
    "es": "**{name}** ({date}) es {way}, por **{days_told}**{more}.",
}


SIDES = {
    "de": {"same": "Derselbe Tag: **{date}**.", "before": "**Davor**: {date}, {days} Tage früher.", "after": "**Danach**: {date}, {days} Tage später."},
    "fr": {"same": "Le même jour : **{date}**.", "before": "**Avant** : {date}, {days} jours plus tôt.", "after": "**Après** : {date}, {days} jours plus tard."},
    "es": {"same": "El mismo día: **{date}**.", "before": "**Antes**: {date}, {days} días antes.", "after": "**Después**: {date}, {days} días después."},
}  # fmt: skip


def verdict_in(words: dict[str, Any], language: str) -> str:
    """Return the sentence of a comparison: who is older, or whether a time is enough."""
    if words.get("way") in SIDES[language]:
        said = fill_in(SIDES[language][words["way"]], **words)
        yes, no, _ = FITS[language]
        return f"**{yes if words['yes'] else no}**. {said}" if "yes" in words else said
    if "way" in words:
        template = GAPS[language] if words["name"] else GAPS[language].replace("**{name}** ({date})", "**{date}**")
        return fill_in(template, **{**words, "way": WAYS[language][words["way"]]})
    yes, no, template = FITS[language]
    return fill_in(template, **words, word=yes if words["yes"] else no)


BOTH_DAYS = {
    "de": " Beide Tage sind mitgezählt.",
    "fr": " Les deux jours sont comptés.",
    "es": " Se cuentan ambos días.",
}
UNIT_NAMES = {
    "de": {"second": "Sekunden", "minute": "Minuten", "hour": "Stunden"},
    "fr": {"second": "secondes", "minute": "minutes", "hour": "heures"},
    "es": {"second": "segundos", "minute": "minutos", "hour": "horas"},
}
LEAP_COUNTED = {
    "de": "Es sind **{count}** Schaltjahre: {listed}.",
    "fr": "Il y a **{count}** années bissextiles : {listed}.",
    "es": "Hay **{count}** años bisiestos: {listed}.",
}
LEAP = {"de": ("ein", "kein"), "fr": ("est", "n'est pas"), "es": ("es", "no es")}


def day_in(text: str, language: str, *, weekday: bool = True) -> str:
    """Return an ISO date in words of a language."""
    year, month, day = map(int, text[:10].split("-"))
    name = NAMES_OF_DAYS[language][calendar.weekday(year, month, day)]
    dot, joint = (".", " ") if language == "de" else ("", " de ") if language == "es" else ("", " ")
    written = f"{day}{dot}{joint}{NAMES_OF_MONTHS[language][month - 1]}{joint}{year}"
    return f"{name}, {written}" if weekday and language != "fr" else f"{name} {written}" if weekday else written


AGE_IN_YEAR = {
    "de": "Geburt {born}: {year} werden es **{years} Jahre**.",
    "fr": "Date de naissance {born} : on a **{years} ans** en {year}.",
    "es": "Nacimiento {born}: se cumplen **{years} años** en {year}.",
}


TURNS_THEN = {
    "de": "An dem Tag werden es **{turns} Jahre**.",
    "fr": "Ce jour-là, on a **{turns} ans**.",
    "es": "Ese día se cumplen **{turns} años**.",
}
AGE_CLAIMED = {"de": ("Ja", "Nein"), "fr": ("Oui", "Non"), "es": ("Sí", "No")}
LEFT_OUT_TEXTS = {
    "de": ("Vom {from} bis zum {to} sind es **{count}**{rule}.", "beide Tage gezählt", "nur", "ohne"),
    "fr": ("Du {from} au {to}, cela fait **{count}**{rule}.", "les deux jours comptés", "seulement", "sans"),
    "es": ("Del {from} al {to} son **{count}**{rule}.", "contando ambos días", "solo", "sin"),
}
CHANGES = {
    "de": ("Die Uhren werden am {change} umgestellt; der {date} ist **{gap}**.", "derselbe Tag", "{days} Tage davor", "{days} Tage danach"),
    "fr": ("L'heure change le {change} ; le {date} est **{gap}**.", "le même jour", "{days} jours avant", "{days} jours après"),
    "es": ("La hora cambia el {change}; el {date} es **{gap}**.", "el mismo día", "{days} días antes", "{days} días después"),
}  # fmt: skip


def change_in(output: dict[str, Any], language: str) -> str:
    """Return the sentence that sets a day against the change of the clocks."""
    template, same, before, after = CHANGES[language]
    gap = before if output["date"] < output["change"] else after
    gap = fill_in(gap, days=output["days"]) if output["days"] else same
    days = {key: day_in(output[key], language, weekday=False) for key in ("change", "date")}
    verdict = f"**{AGE_CLAIMED[language][not output['yes']]}**. " if "yes" in output else ""
    return verdict + fill_in(template, gap=gap, **days)


DAYS_COUNTED = {
    "de": ("Tag", "Tage", "Arbeitstag", "Arbeitstage"),
    "fr": ("jour", "jours", "jour ouvré", "jours ouvrés"),
    "es": ("día", "días", "día laborable", "días laborables"),
}


def plural_days(places: list[int], language: str) -> list[str]:
    """Return the names of weekdays in the plural."""
    names = [NAMES_OF_DAYS[language][place] for place in places]
    return [f"{name}{'e' if language == 'de' else '' if name.endswith('es') else 's'}" for name in names]


def counted_in_words(output: dict[str, Any], language: str) -> str:
    """Return the sentence of a count that leaves days out, or takes some weekdays only."""
    template, both, only, without = LEFT_OUT_TEXTS[language]
    is_usual = output["taken"] == [0, 1, 2, 3, 4]
    left = plural_days(output["left_out"]["weekdays"], language)
    left += [day_in(day, language, weekday=False) for day in output["left_out"]["dates"]]
    parts = ((only, [] if is_usual else plural_days(output["taken"], language)), (without, left))
    said = [] if {output["from"], output["to"]} & set(output["left_out"]["dates"]) else [both]
    said += [f"{word} {', '.join(listed)}" for word, listed in parts if listed]
    rule = f" ({'; '.join(said)})" if said else ""
    days = {key: day_in(output[key], language, weekday=False) for key in ("from", "to")}
    noun = DAYS_COUNTED[language][2 * is_usual + (output["count"] != 1)]
    return fill_in(template, **days, rule=rule, count=f"{output['count']} {noun}")


IN_UNIT_ASKED = {  # the unit that is asked for comes first
    "de": {
        "months": "Vom {from} bis zum {to} sind es **{months_told}**{more}.",
        "weeks": "Vom {from} bis zum {to} sind es **{weeks_told}**{more}.",
    },
    "fr": {
        "months": "Du {from} au {to}, cela fait **{months_told}**{more}.",
        "weeks": "Du {from} au {to}, cela fait **{weeks_told}**{more}.",
    },
    "es": {
        "months": "Del {from} al {to} hay **{months_told}**{more}.",
        "weeks": "Del {from} al {to} hay **{weeks_told}**{more}.",
    },
}


def weeks_in(output: dict[str, Any], language: str) -> str:
    """Return the weeks of several days."""
    listed = [date.fromisoformat(one) for one in output["weeks_of"]]
    weeks = (
        {"kind": "week", "date": one.isoformat(), "year": one.isocalendar()[0], "week": one.isocalendar()[1]}
        for one in listed
    )
    return "\n".join(f"- {answer_in(one, language)}" for one in weeks)


def answer_in(output: dict[str, Any], language: str) -> str | None:
    """Return the answer of an output in German, French or Spanish; None where there is no sentence for it."""
    if output["kind"] == "count" and "left_out" in output:
        return counted_in_words(output, language)
    if {"weeks_of", "told_age"} & set(output):
        return later_age_in(output, language) if "told_age" in output else weeks_in(output, language)
    if "due" in output:
        return due_in(
            output, {key: day_in(output[key], language, weekday=key == "date") for key in ("from", "date")}, language
        )
    if "change" in output or "listed" in output:
        return change_in(output, language) if "change" in output else leap_years_in(output, language)
    if "claimed" in output:
        word = AGE_CLAIMED[language][output["claimed"] != output["years"]]
        told = answer_in({key: value for key, value in output.items() if key != "claimed"}, language)
        return f"**{word}**. {told}" if told else None
    if "turns" in output:
        days = answer_in({key: value for key, value in output.items() if key != "turns"}, language)
        return f"{days} {fill_in(TURNS_THEN[language], turns=output['turns'])}" if days else None
    is_year = output["kind"] == "age" and "year" in output
    template = AGE_IN_YEAR[language] if is_year else ANSWERS[language].get(output["kind"])
    if output["kind"] == "difference" and "wanted" in output:
        template = IN_UNIT_ASKED[language][output["wanted"]]
    return None if template is None else filled_answer(template, output, language)


def leap_years_in(output: dict[str, Any], language: str) -> str:
    """Return the sentence of how many leap years there are."""
    return fill_in(LEAP_COUNTED[language], count=output["count"], listed=output["listed"])


LENGTH_NAMES = {
    "de": {"year": ("Jahr", "Jahre"), "month": ("Monat", "Monate"), "week": ("Woche", "Wochen"), "day": ("Tag", "Tage")},
    "fr": {"year": ("an", "ans"), "month": ("mois", "mois"), "week": ("semaine", "semaines"), "day": ("jour", "jours")},
    "es": {"year": ("año", "años"), "month": ("mes", "meses"), "week": ("semana", "semanas"), "day": ("día", "días")},
}  # fmt: skip
LENGTH_SIGNS = {
    "de": (" und ", "; "),
    "fr": (" et ", " ; "),
    "es": (" y ", "; "),
}  # between the parts, and between forms
LATER_AGE_TEXTS = {
    "de": "Wer am {on} {told} alt ist, ist am {date} **{age}** alt.",
    "fr": "Qui a {told} le {on} a **{age}** le {date}.",
    "es": "Quien tiene {told} el {on} tiene **{age}** el {date}.",
}


def later_age_in(output: dict[str, Any], language: str) -> str:
    """Return the sentence of the age on a day whose age on another day is told."""
    names, joint = LENGTH_NAMES[language], LENGTH_SIGNS[language][0]

    def said(counts: list[list[Any]]) -> str:
        return joint.join(f"{count} {names[unit][count != 1]}" for count, unit in counts if count)

    days = {key: day_in(output[key], language, weekday=False) for key in ("on", "date")}
    return fill_in(LATER_AGE_TEXTS[language], told=said(output["told_age"]), age=said(output["age"]), **days)


SHORT_LENGTH = 7  # days, which have no second form


def lengths_told(output: dict[str, Any], language: str) -> dict[str, str]:
    """Return a length of days in days, weeks, months and years; ``more`` has the forms that are not asked for."""
    names, days = LENGTH_NAMES[language], abs(output.get("days", 0))
    joint, sign = LENGTH_SIGNS[language]

    def told(*counts: tuple[int, str]) -> str:
        said = [f"{count} {names[unit][count != 1]}" for count, unit in counts if count]
        return joint.join(filter(None, [", ".join(said[:-1]), said[-1]])) if said else f"0 {names['day'][1]}"

    years, months, rest = (output.get(key, 0) for key in ("years", "months", "remaining_days"))
    forms = {
        "days_told": told((days, "day")),
        "weeks_told": f"{told((days // 7, 'week'))}{joint}{days % 7} {names['day'][days % 7 != 1]}"
        if days >= SHORT_LENGTH
        else told((days, "day")),
        "months_told": told((12 * years + months, "month"), (rest, "day")),
    }
    shown = forms[f"{output.get('wanted', 'days')}_told"]
    others = [
        forms["days_told"],
        forms["weeks_told"] if shown == forms["weeks_told"] else told((days // 7, "week"), (days % 7, "day")),
        told((years, "year"), (months, "month"), (rest, "day")),
    ]
    more = [one for one in dict.fromkeys(others) if one != shown] if days >= SHORT_LENGTH else []
    return {**forms, "more": f" ({sign.join(more)})" if more else ""}


def filled_answer(template: str, output: dict[str, Any], language: str) -> str | None:
    """Return a template with the words of an output; None where the output lacks one of them."""
    words: dict[str, Any] = dict(output)
    if output["kind"] == "difference" and output.get("days", 0) < 0:
        words |= {"from": output["to"], "to": output["from"]}
    for key in ("date", "from", "to", "born", "on"):
        if re.match(r"\d{4}-\d\d-\d\d", str(words.get(key, ""))):
            words[key] = day_in(str(words[key]), language, weekday=key == "date")
    if "date" in output:
        words["date_only"] = day_in(output["date"], language, weekday=False)
        words["weekday"] = words["date"].partition(" ")[0].rstrip(",")
    if output["kind"] == "count":
        words["weekday"] = NAMES_OF_DAYS[language][list(calendar.day_name).index(output["weekday"])]
    words |= moments_in(output, language)
    words["abs_days"] = abs(output.get("days", 0))
    words |= lengths_told(output, language) if output["kind"] in ("difference", "comparison") else {}
    words["leap_word"] = LEAP[language][0 if output.get("leap") else 1]
    words |= spans_in(output, language)
    words["verdict"] = verdict_in(words, language) if output["kind"] == "comparison" else ""
    if output["kind"] == "time":
        there = "; ".join(
            f"{one['place']}: **{one['time'][11:16]}** ({day_in(one['time'], language)})" for one in output["to"]
        )
        given = output["from"]
        words["places"] = f"{given['place']} {given['time'][11:16]} → {there}" if output["told"] else there
    try:
        made = fill_in(template, **words)
    except KeyError:
        return None
    further = answer_in(output["apart"], language) if "apart" in output else None
    counted = (BOTH_DAYS[language] if output.get("both_days") else "") + (f" {further}" if further else "")
    return f"{made[:1].upper()}{made[1:]}{counted}"


def spans_in(output: dict[str, Any], language: str) -> dict[str, Any]:
    """Return the words for a length of time: its hours, minutes and seconds, or its number of one unit."""
    if output["kind"] == "span":
        count = localized(f"{output['count']:,}", language)
        return {"count": count, "unit_name": UNIT_NAMES[language][output["unit"]]}
    total = output.get("seconds", output.get("minutes", 0) * 60)
    minutes, seconds = divmod(abs(total), 60)
    said = {"hours": f"{'-' if total < 0 else ''}{minutes // 60}", "rest_minutes": minutes % 60}
    return said | {"rest_seconds": f" {seconds} s" if seconds else ""}


def moments_in(output: dict[str, Any], language: str) -> dict[str, str]:
    """Return the words for a moment and for a list of days."""
    listed = "\n".join(f"- **{day_in(one, language)}**" for one in output.get("dates", ()))
    if output["kind"] not in ("moment", "timestamp"):
        return {"listed": listed}
    return {"moment": f"{day_in(output['time'], language)}, {output['time'][11:19].removesuffix('+00')}"}
