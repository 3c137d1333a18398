"""Words of goodbye in four languages, as plain data. Written in the form of ``phrases``."""

from collections.abc import Mapping, Sequence

FAREWELL_PHRASES: Mapping[str, Sequence[str]] = {
    "en": (
        "(bye|bye bye|goodbye|good bye|good night|farewell|cya|ciao|so long)( for now|)",
        "(see|c) (you|ya|u)( later| tomorrow| soon| around| next time|)",
        "(take care|gotta go|gotta run|got to go|got to run|i have to go|i have to run|i must go|i am leaving"
        "|i am off)",
        "(that is|thats|that will be|thatll be|this is) enough (for today|for now|for tonight|for this week)",
        "(that is|thats|this is) (it|all|me) done( for today| for now|)",
        "(im|i am|we are|were) (done|finished|through) (for today|for now|for tonight|here)",
        "(enough|done|finished) for (today|now|tonight)",
        "have a (nice|good|great|lovely) (day|evening|weekend|one|night|time|week)",
        "(talk|speak) (to you|) (later|soon|tomorrow)",
        "(that is|thats|that was|this was|that will be|thatll be) (all|it|everything)( for now| for today| thanks"
        "| i needed| i wanted|)",
        "have a (nice|good|great|lovely) (monday|tuesday|wednesday|thursday|friday|saturday|sunday|afternoon|"
        "holiday|christmas)",
        "(enjoy|enjoy your|enjoy the) (day|evening|weekend|rest of the day|rest of your day|sunday|holiday)",
        "(see you|until|till) (monday|tuesday|wednesday|thursday|friday|saturday|sunday|next week|next time)( then|)",
    ),
    "de": (
        "(tschuss|tschuess|tschau|auf wiedersehen|auf wiederschauen|gute nacht|bis bald|bis dann|bis morgen|bis"
        " spater)",
        "(das reicht|reicht|das genugt|genug|schluss) (fur heute|fur jetzt)",
        "(fur heute|fur jetzt) (reicht das|reicht es|reichts|ist schluss|ist genug|war s das|wars das)",
        "(mach s gut|machs gut|schones wochenende|schoenes wochenende)",
        "(schonen|schoenen|einen schonen) (tag|abend|feierabend)( noch|)",
        "(das war s|das wars|das war alles|das ist alles|das war s schon)( fur heute|)",
        "(das war|das wars|das war s|das ist) (schon|es schon|schon alles|dann auch schon|erst mal|erstmal|fur heute)",
        "(schonen|schoenen|einen schonen|noch einen schonen) (montag|dienstag|mittwoch|donnerstag|freitag|"
        "samstag|sonntag|abend|tag|nachmittag|urlaub|feierabend|advent)( noch| gewunscht| wunsche ich|)",
        "(ein schones|noch ein schones|schones|schoenes) wochenende( noch| gewunscht|)",
        "bis (montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|nachste woche|nachstes mal|nachher|"
        "zum nachsten mal)( dann|)",
    ),
    "fr": (
        "(au revoir|adieu|bonne nuit|bonne journee|bonne soiree|a bientot|a plus|a demain|a plus tard|bon week end)",
        "(c est|c etait|ce sera) tout( pour aujourd hui| merci|)",
        "(ca suffit|c est assez|assez|ca ira|j ai fini|c est bon) pour (aujourd hui|ce soir|l instant|maintenant)",
        "bon (dimanche|samedi|lundi|mardi|mercredi|jeudi|vendredi|apres midi|week end|weekend|"
        "courage)( a vous| a toi|)",
        "a (lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|la semaine prochaine|la prochaine)( alors|)",
        "(bonne|passez une bonne|passe une bonne) (fin de journee|fin de semaine|journee|soiree|semaine)",
    ),
    "es": (
        "(adios|hasta luego|hasta manana|hasta pronto|nos vemos|chao|hasta la vista|buenas noches y adios)",
        "que (tengas|tenga) (un buen|buen) dia",
        "(ya |)(es |esta bien |)(suficiente|basta|bastante|he terminado|termine) por (hoy|ahora)",
        "(eso|esto) (es|era|fue|seria) todo( por hoy|)",
        "(buen|feliz|que tengas un buen|que tenga un buen) (domingo|lunes|martes|miercoles|jueves|viernes|"
        "sabado|fin de semana|dia)",
        "hasta (el lunes|el martes|el miercoles|el jueves|el viernes|el sabado|el domingo|la proxima|"
        "la semana que viene)",
    ),
}
