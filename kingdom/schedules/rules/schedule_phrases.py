"""Words of times in four languages as the English ones that ``schedule_text`` reads, as plain data.

Left of each ``=`` is a pattern without accents in lower case; longer ones come first. ``<day>`` and ``<month>`` stand
for the names of days and months.
"""

from collections.abc import Iterator, Mapping

ENGLISH_WORDS: Mapping[str, str] = {
    "en": """(?:at|by) (?:the )?end of (?:the|each|every) month=on the last day of every month;
        at the (?:start|beginning) of (?:the|each|every) month=on the 1st of every month;
        at the (?:start|beginning) of (?:each|every) (week|year)=every \\1;
        (?:on )?(?:every|each|the) last (?:working|business|work) ?day (?:of|in) (?:each|every|the|a) month=
        on the lastwork of every month;
        (?:on )?(?:every|each|the) last weekday (?:of|in) (?:each|every|the|a) month=on the lastwork of every month;
        (?:every quarter|quarterly),? on the (?:first|1st)(?: day)?=every 3 months;
        (?:every hour|hourly),? (?:on the half(?: hour)?|at half past)=every hour at 0:30;
        (?:at )?(\\d{2}) minutes past (?:the|every|each) hour=every hour at 0:\\1;
        half an hour from now=in half an hour; an hour from now=in 1 hour; every (?:other|second) hour=every 2 hours;
        (\\d+) (minutes|hours|days|weeks) from now=in \\1 \\2; every (?:third|3rd) (day|week)=every 3 \\1s;
        every (?:fourth|4th) (day|week)=every 4 \\1s;
        every (?:other|second) weeks?,? on (<day>)s?=every other \\1;
        every (\\d{1,2}) weeks,? on (<day>)s?=every \\1 weeks \\2;
        (?:around|about|approximately|at around|at about)(?= (?:\\d|noon|midnight))=at;
        ((?:every|each) (?:day|weekday|working day|morning|afternoon|evening|night|<day>)|daily|<day>s|weekdays)
        (\\d{1,2}(?::\\d{2})? ?[ap]\\.?m\\b\\.?|\\d{1,2}:\\d{2})=\\1 at \\2;
        (?<!at )(?<!to )(?<!and )(?<!until )(\\d{1,2}(?::\\d{2})? ?[ap]m|\\d{1,2}:\\d{2}),? (every|on|each|daily)=
        at \\1 \\2;
        mon=monday; tues?=tuesday; wed=wednesday; thu(?:rs?)?=thursday; fri=friday; sat=saturday; sun=sunday;
        (?:every day,? )?(?:on )?(?:every )?(?:from )?(<day>)s? ?(?:to|through|thru|until|-) ?(<day>)s?=
        every \\1 to \\2;
        (?:once (?:a|per|every) week|every week|weekly),? (?:always )?on (<day>)s?=on \\1s;
        (?:once (?:a|per|every) month|every month|monthly),? (?:always )?on(?: the)?
        (\\d{1,2}(?:st|nd|rd|th)?|first|last)(?! (?:<day>))=on the \\1 of every month;
        once (?:a|an|per|every) (hour|day|week|month|year)=every \\1; every half(?: an)?[ -]hour=every 30 minutes;
        every quarter(?! of)=every 3 months; quarterly=every 3 months; annually=yearly;
        (?:every fortnight|fortnightly|biweekly)=every 2 weeks; on weekdays=every weekday; workdays=weekdays;
        on weekends=every weekend""",
    "de": """(?:am|jeden) letzten (?:werktag|arbeitstag) (?:des|jedes|jeden|im|eines) monate?s?=
        on the lastwork of every month; am ende (?:des|jedes|jeden|eines) monats=on the last day of every month;
        am anfang (?:des|jedes|jeden|eines) monats=on the 1st of every month; jeden (?:dritten|3\\.) tag=every 3 days;
        jede (?:dritte|3\\.) woche=every 3 weeks; jede zweite woche,? (?:immer )?am (<day>)=every other \\1;
        alle (\\d+) wochen,? (?:immer )?am (<day>)=every \\1 weeks \\2;
        au(?:ss|ß)er(?: an| am)? (<day>)s?=except \\1; au(?:ss|ß)er=except;
        (?:zwischen|von) (\\d{1,2})(?: uhr)? (?:und|bis) (\\d{1,2}) uhr=between \\1 and \\2;
        (?:nach )?([a-z]+(?: [a-z]+)?)er zeit=\\1 time; ortszeit=local time; gegen(?= \\d)=um;
        am ubernachsten tag=the day after tomorrow; ubermorgen=the day after tomorrow;
        in einer halben stunde=in half an hour; in einer viertelstunde=in 15 minutes;
        in (?:1|einer) minute=in 1 minute; in (?:1|einer) stunde=in 1 hour; in (?:1|einem) tag=in 1 day;
        in (?:1|einer) woche=in 1 week; in (?:1|einem) monat=in 1 month; in (\\d+) minuten=in \\1 minutes;
        in (\\d+) (?:stunden|std\\.?)=in \\1 hours; in (\\d+) tagen=in \\1 days;
        in (\\d+) wochen=in \\1 weeks; in (\\d+) monaten=in \\1 months;
        mo ?(?:-|bis) ?fr=every monday to friday;
        (?:jeden tag )?(?:von )?(<day>)s? ?(?:bis|-) ?(<day>)s?=every \\1 to \\2;
        (?:am|jeden|jeweils am) (ersten|zweiten|dritten|vierten|letzten) (<day>) (?:im|des|jedes|jeden|eines jeden)
        monate?s?=on the \\1 \\2 of every month; (?<=on the )ersten=first; (?<=on the )zweiten=second;
        (?<=on the )dritten=third; (?<=on the )vierten=fourth; (?<=on the )letzten=last;
        jeden (?:zweiten|2\\.) (<day>)=every other \\1; jeden zweiten tag=every other day;
        alle (\\d+) (?:wochen)=every \\1 weeks; jede zweite woche=every 2 weeks; alle (\\d+) tage=every \\1 days;
        jeden zweiten monat=every 2 months; alle (\\d+) monate=every \\1 months;
        (?:jedes quartal|quartalsweise|vierteljahrlich)=every 3 months;
        (?:zwei|2) ?(?:mal|x) (?:taglich|am tag|pro tag)=twice a day;
        (?:ein|1) ?(?:mal|x) (?:in der|pro) woche=every week;
        (?:ein|1) ?(?:mal|x) (?:im|pro) monat=every month; (?:ein|1) ?(?:mal|x) (?:taglich|am tag|pro tag)=every day;
        (?:ein|1) ?(?:mal|x) (?:im|pro) jahr=every year; (?:jede woche|wochentlich),? (?:immer )?am (<day>)=
        on \\1s; (?:jedes jahr|jahrlich),? am (\\d{1,2})\\. (<month>)=every year on \\1 \\2;
        (?:am|jeden) (\\d{1,2})\\. (<month>) (?:jedes jahr|jedes jahres|eines jeden jahres)=every year on \\1 \\2;
        jeden (\\d{1,2})\\. (<month>)=every year on \\1 \\2;
        am (\\d{1,2})\\. und (\\d{1,2})\\. (?:des|jedes|jeden) monats=on the \\1th and \\2th of every month;
        (?:jeden monat|monatlich) am (\\d{1,2})\\.=on the \\1th of every month;
        (?:zum|am) monatsersten=on the 1st of every month; (?:zum|am) monatsende=on the last day of every month;
        am ersten (?:eines )?jeden monats=on the 1st of every month;
        (<day>) ?(?:morgens?|fruh|vormittags?)=\\1 morning; (<day>) ?nachmittags?=\\1 afternoon;
        (<day>) ?mittags?=\\1 noon; (<day>) ?abends?=\\1 evening; (<day>) ?nachts?=\\1 night;
        montags=mondays; dienstags=tuesdays; mittwochs=wednesdays; donnerstags=thursdays; freitags=fridays;
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
        heute fruh=this morning; heute (?:vormittag|morgen)=this morning; heute mittag=today at noon;
        heute nachmittag=this afternoon; heute abend=this evening; heute nacht=tonight; heute=today;
        (?<!guten )morgen (?:fruh|vormittag)=tomorrow morning; (?<!guten )morgen mittag=tomorrow at noon;
        (?<!guten )morgen nachmittag=tomorrow afternoon; (?<!guten )morgen abend=tomorrow evening;
        (?<!guten )(?<!every )morgen=tomorrow; (?:am )?nachsten (<day>)=next \\1;
        (?:am|diesen|kommenden|am kommenden) (<day>)=this \\1;
        (?:am |den |am <day>, ?(?:den )?)?(\\d{1,2})\\. (<month>)=on \\1 \\2;
        montags?=monday; dienstags?=tuesday; mittwochs?=wednesday; donnerstags?=thursday; freitags?=friday;
        samstags?=saturday; sonnabends?=saturday; sonntags?=sunday; und=and;
        um (\\d{1,2})(?:[:.](\\d{2}))? uhr(?: (\\d{2}))?=at \\1:\\2\\3; um mitternacht=at midnight; um=at;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) (?:morgens|fruh|vormittags)=\\1 in the morning;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) nachmittags=\\1 in the afternoon;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) abends=\\1 in the evening;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) nachts=\\1 at night; mittags=at noon; <month>""",
    "fr": """(?:le |chaque )dernier jour (?:ouvrable|ouvre) (?:du|de chaque) mois=on the lastwork of every month;
        a la fin (?:du|de chaque) mois=on the last day of every month; sauf(?: les?)?=except;
        entre (\\d{1,2}) ?h(?:eures)? et (\\d{1,2}) ?h(?:eures)?=between \\1 and \\2;
        de (\\d{1,2}) ?h(?:eures)? a (\\d{1,2}) ?h(?:eures)?=between \\1 and \\2;
        \\(?heure de ([a-z]+(?: york| angeles)?)\\)?=\\1 time; vers(?= \\d)=a;
        apres-demain=the day after tomorrow; demain matin=tomorrow morning; demain midi=tomorrow at noon;
        demain apres-midi=tomorrow afternoon; demain soir=tomorrow evening; demain=tomorrow;
        ce matin=this morning; cet apres-midi=this afternoon; ce soir=this evening; aujourd'hui=today;
        dans une demi-?heure=in half an hour; dans un quart d'heure=in 15 minutes; dans une heure=in 1 hour;
        dans une minute=in 1 minute; dans un jour=in 1 day; dans une semaine=in 1 week; dans un mois=in 1 month;
        dans (\\d+) minutes=in \\1 minutes; dans (\\d+) ?h(?:eures?)?=in \\1 hours; dans (\\d+) jours=in \\1 days;
        dans (\\d+) semaines=in \\1 weeks; dans (\\d+) mois=in \\1 months; (<day>) prochain=this \\1;
        toutes les (\\d+) semaines,? le (<day>)=every \\1 weeks \\2;
        (?:du )?(<day>)s? (?:au|-) (<day>)s?=every \\1 to \\2;
        (?:le|chaque) (premier|deuxieme|troisieme|quatrieme|dernier) (<day>) (?:du mois|de chaque mois)=
        on the \\1 \\2 of every month; (?<=on the )premier=first; (?<=on the )deuxieme=second;
        (?<=on the )troisieme=third; (?<=on the )quatrieme=fourth; (?<=on the )dernier=last;
        le (\\d{1,2})(?:er)? et (?:le )?(\\d{1,2}) (?:du mois|de chaque mois)=on the \\1th and \\2th of every month;
        le 1er (?:du mois|de chaque mois)=on the 1st of every month;
        un (<day>) sur deux=every other \\1; un jour sur deux=every other day; (?:deux|2) fois par jour=twice a day;
        une fois par (?:semaine),? le (<day>)=on \\1s; une fois par semaine=every week; une fois par mois=every month;
        une fois par jour=every day; une fois par an=every year;
        (?:chaque trimestre|tous les trimestres)=every 3 months;
        toutes les (\\d+) (?:semaines)=every \\1 weeks; toutes les (\\d+) jours=every \\1 days;
        toutes les (\\d+) mois=every \\1 months; chaque (\\d{1,2}) (<month>)=every year on \\1 \\2;
        (?:tous les ans|chaque annee),? le (\\d{1,2}) (<month>)=every year on \\1 \\2;
        (<day>)s? (?:matins?)=\\1 morning; (<day>)s? apres-midis?=\\1 afternoon; (<day>)s? (?:soirs?)=\\1 evening;
        le premier (?:du mois|de chaque mois)=on the 1st of every month;
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
        le (\\d{1,2})(?:er)? (<month>)=on \\1 \\2;
        a (\\d{1,2}) ?h(?:eures?)? ?(\\d{2})?=at \\1:\\2; a minuit=at midnight; a midi=at noon;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) du matin=\\1 in the morning;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) de l.apres-midi=\\1 in the afternoon;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) du soir=\\1 in the evening; <month>""",
    "es": """(?:el|cada) ultimo dia (?:laborable|habil) (?:del|de cada) mes=on the lastwork of every month;
        (?:a|al) fin(?:al)? (?:del|de|de cada) mes=on the last day of every month;
        (?:excepto|salvo|menos)(?: los?)?=except;
        entre las (\\d{1,2}) y las (\\d{1,2})=between \\1 and \\2;
        de (\\d{1,2}) a (\\d{1,2}) horas?=between \\1 and \\2;
        \\(?hora de ([a-z]+(?: york| angeles)?)\\)?=\\1 time; sobre(?= las \\d)=a;
        pasado manana=the day after tomorrow; manana por la manana=tomorrow morning;
        manana al? mediodia=tomorrow at noon; manana por la tarde=tomorrow afternoon;
        manana por la noche=tomorrow evening; esta manana=this morning; esta tarde=this afternoon;
        esta noche=tonight; hoy=today; (?:dentro de|en) media hora=in half an hour;
        (?:dentro de|en) un minuto=in 1 minute; (?:dentro de|en) una hora=in 1 hour; (?:dentro de|en) un dia=in 1 day;
        (?:dentro de|en) una semana=in 1 week; (?:dentro de|en) un mes=in 1 month;
        (?:dentro de|en) (\\d+) minutos=in \\1 minutes; (?:dentro de|en) (\\d+) horas=in \\1 hours;
        (?:dentro de|en) (\\d+) dias=in \\1 days; (?:dentro de|en) (\\d+) semanas=in \\1 weeks;
        (?:dentro de|en) (\\d+) meses=in \\1 months; cada (\\d+) semanas,? (?:el|los) (<day>)=every \\1 weeks \\2;
        (?:de )?(<day>) a (<day>)=every \\1 to \\2;
        (?:el|cada) (primer|segundo|tercer|cuarto|ultimo) (<day>) (?:del mes|de cada mes)=
        on the \\1 \\2 of every month; (?<=on the )primer=first; (?<=on the )segundo=second;
        (?<=on the )tercer=third; (?<=on the )cuarto=fourth; (?<=on the )ultimo=last;
        el (\\d{1,2}) y (?:el )?(\\d{1,2}) (?:del mes|de cada mes)=on the \\1th and \\2th of every month;
        (<day>) alternos=every other \\1; un dia si y otro no=every other day;
        (?:dos|2) veces (?:al dia|por dia)=twice a day; una vez (?:por|a la) semana,? (?:el|los) (<day>)=on \\1s;
        una vez (?:por|a la) semana=every week; una vez al mes=every month; una vez al dia=every day;
        una vez al ano=every year; cada trimestre=every 3 months; cada (\\d+) (?:semanas)=every \\1 weeks;
        cada (\\d+) dias=every \\1 days; cada (\\d+) meses=every \\1 months;
        (?:todos los anos|cada ano),? el (\\d{1,2}) de (<month>)=every year on \\1 \\2;
        cada (\\d{1,2}) de (<month>)=every year on \\1 \\2;
        (<day>) por la manana=\\1 morning; (<day>) por la tarde=\\1 afternoon; (<day>) por la noche=\\1 evening;
        el (?:primero|primer dia|dia 1|1) (?:del mes|de cada mes)=on the 1st of every month;
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
        (?<!la )(?<!cada )(?<!every )manana=tomorrow; el proximo (<day>)=this \\1;
        (?<!\\w )el (<day>)=this \\1; el (\\d{1,2}) de (<month>)=on \\1 \\2;
        todos los=every; todas las=every; cada=every; lunes=monday; martes=tuesday; miercoles=wednesday;
        jueves=thursday; viernes=friday; sabados?=saturday; domingos?=sunday; y=and;
        a las? (\\d{1,2})(?:[:.](\\d{2}))?=at \\1:\\2; a medianoche=at midnight; a mediodia=at noon;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) de la manana=\\1 in the morning;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) de la tarde=\\1 in the evening;
        (?<=at )(\\d{1,2}:?(?:\\d{2})?) de la noche=\\1 in the evening; <month>""",
}
_DAY_NAMES: Mapping[str, str] = {
    "en": "sunday monday tuesday wednesday thursday friday saturday",
    "de": "sonntag montag dienstag mittwoch donnerstag freitag samstag sonnabend",
    "fr": "dimanche lundi mardi mercredi jeudi vendredi samedi",
    "es": "domingo lunes martes miercoles jueves viernes sabado",
}
_MONTH_NAMES: Mapping[str, str] = {
    "en": "january february march april may june july august september october november december",
    "de": "januar februar marz april mai juni juli august september oktober november dezember",
    "fr": "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
MONTHS = tuple(_MONTH_NAMES["en"].split())
# When nothing else is said.
HOURS_OF_DAY = {"morning": 8, "noon": 12, "afternoon": 14, "evening": 18, "night": 21}


def schedule_rows(language: str) -> Iterator[tuple[str, str]]:
    """Yield the patterns of a language's times that come again, each with its English words."""
    days, months = (names[language].replace(" ", "|") for names in (_DAY_NAMES, _MONTH_NAMES))
    for row in ENGLISH_WORDS[language].split(";"):
        pattern, _, template = " ".join(row.split()).rpartition("=")
        if template == "<month>":
            yield from zip((f"(?<=\\d ){name}" for name in months.split("|")), MONTHS, strict=True)
        else:
            yield pattern.replace("<day>", days).replace("<month>", months).strip(), template.strip()
