"""Words of times in German, French and Spanish as the English ones that ``schedule_text`` reads, as plain data.

Left of each ``=`` is a pattern without accents in lower case; longer ones come first.
"""

from collections.abc import Mapping

ENGLISH_WORDS: Mapping[str, str] = {
    "de": """montags=mondays; dienstags=tuesdays; mittwochs=wednesdays; donnerstags=thursdays; freitags=fridays;
        samstags=saturdays; sonnabends=saturdays; sonntags=sundays; jeden wochentag=every weekday;
        an jedem wochentag=every weekday; an wochentagen=every weekday; werktags=every weekday;
        jeden werktag=every weekday; am wochenende=every weekend; jedes wochenende=every weekend;
        jeden tag=every day; taglich=every day; jeden morgen=every morning; jeden vormittag=every morning;
        jeden mittag=every noon; jeden nachmittag=every afternoon; jeden abend=every evening;
        jede nacht=every night; jede stunde=every hour; stundlich=every hour; jede woche=every week;
        wochentlich=every week; jeden monat=every month; monatlich=every month; jedes jahr=every year;
        jahrlich=every year; alle (\\d+) minuten=every \\1 minutes; alle (\\d+) stunden=every \\1 hours;
        am ersten des monats=on the 1st of every month; am ersten jedes monats=on the 1st of every month;
        am letzten des monats=on the last day of every month;
        am (\\d{1,2})\\. (?:des monats|jedes monats|jeden monats)=on the \\1th of every month; jede[nrs]?=every;
        montags?=monday; dienstags?=tuesday; mittwochs?=wednesday; donnerstags?=thursday; freitags?=friday;
        samstags?=saturday; sonnabends?=saturday; sonntags?=sunday; und=and;
        um (\\d{1,2})(?:[:.](\\d{2}))? uhr(?: (\\d{2}))?=at \\1:\\2\\3; um mitternacht=at midnight; um=at;
        mittags=at noon""",
    "fr": """le premier (?:du mois|de chaque mois)=on the 1st of every month;
        le dernier jour du mois=on the last day of every month;
        le (\\d{1,2}) (?:du mois|de chaque mois)=on the \\1th of every month; le lundi=on mondays;
        le mardi=on tuesdays; le mercredi=on wednesdays; le jeudi=on thursdays; le vendredi=on fridays;
        le samedi=on saturdays; le dimanche=on sundays; chaque jour ouvrable=every weekday;
        tous les jours ouvrables=every weekday; en semaine=every weekday; tous les week-?ends=every weekend;
        chaque week-?end=every weekend; tous les jours=every day; chaque jour=every day;
        quotidiennement=every day; tous les matins=every morning; chaque matin=every morning;
        tous les midis=every noon; tous les apres-midis?=every afternoon; chaque apres-midi=every afternoon;
        tous les soirs=every evening; chaque soir=every evening; chaque nuit=every night;
        toutes les nuits=every night; toutes les heures=every hour; chaque heure=every hour;
        toutes les semaines=every week; chaque semaine=every week; tous les mois=every month;
        chaque mois=every month; chaque annee=every year; tous les ans=every year;
        toutes les (\\d+) minutes=every \\1 minutes; toutes les (\\d+) heures=every \\1 hours; tous les=every;
        chaque=every; lundis?=monday; mardis?=tuesday; mercredis?=wednesday; jeudis?=thursday;
        vendredis?=friday; samedis?=saturday; dimanches?=sunday; et=and;
        a (\\d{1,2}) ?h(?:eures?)? ?(\\d{2})?=at \\1:\\2; a minuit=at midnight; a midi=at noon""",
    "es": """el (?:primero|primer dia|dia 1|1) (?:del mes|de cada mes)=on the 1st of every month;
        el ultimo dia (?:del mes|de cada mes)=on the last day of every month;
        el (?:dia )?(\\d{1,2}) (?:del mes|de cada mes)=on the \\1th of every month;
        (?<!todos )los lunes=on mondays; (?<!todos )los martes=on tuesdays;
        (?<!todos )los miercoles=on wednesdays; (?<!todos )los jueves=on thursdays;
        (?<!todos )los viernes=on fridays; (?<!todos )los sabados=on saturdays;
        (?<!todos )los domingos=on sundays; todos los dias laborables=every weekday;
        cada dia laborable=every weekday; entre semana=every weekday; todos los fines de semana=every weekend;
        cada fin de semana=every weekend; todos los dias=every day; cada dia=every day; diariamente=every day;
        todas las mananas=every morning; cada manana=every morning; cada mediodia=every noon;
        todas las tardes=every evening; cada tarde=every evening; todas las noches=every night;
        cada noche=every night; cada hora=every hour; todas las horas=every hour; cada semana=every week;
        todas las semanas=every week; cada mes=every month; todos los meses=every month; cada ano=every year;
        todos los anos=every year; cada (\\d+) minutos=every \\1 minutes; cada (\\d+) horas=every \\1 hours;
        todos los=every; todas las=every; cada=every; lunes=monday; martes=tuesday; miercoles=wednesday;
        jueves=thursday; viernes=friday; sabados?=saturday; domingos?=sunday; y=and;
        a las? (\\d{1,2})(?:[:.](\\d{2}))?=at \\1:\\2; a medianoche=at midnight; a mediodia=at noon""",
}
DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
# When nothing else is said.
HOURS_OF_DAY = {"morning": 8, "noon": 12, "afternoon": 14, "evening": 18, "night": 21}
