"""Phrases of requests that need web pages, files or charts, in the form of ``ability_phrases``. Plain data.

In a chart's phrases ``<direct>``, ``<direkt>``, ``<droit>`` and ``<recto>`` are the words before the object.
"""

from collections.abc import Mapping, Sequence

from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.capabilities.abilities import Ability

OUTPUT_PHRASES: Mapping[Ability, Mapping[Language, Sequence[str]]] = {
    "read_pages": {
        "en": (
            r"(?:read|open|visit|browse|scrape|crawl|summari[sz]e|look (?:at|through|over|into)|go (?:to"
            r"|through|over)"
            r"|(?:have|take) a (?:\S+ )?(?:look|peek|glance) (?:at|through|over)|skim|see|study|inspect|review"
            r"|check out|watch|extract|analy[sz]e)~ <page>",
            r"(?:read|open|visit|browse|scrape|crawl|summari[sz]e|look at|go to|check)(?: up)? (?:the|this|that|their"
            r"|our"
            r"|my|his|her|its) (?:\S+ ){0,3}?(?:web ?page|web ?site|home ?page|site)\b(?! plan)",
            r"(?:search|browse|research|look up|look|find|check|google)~ (?:(?:the )?(?:web|internet)\b|online(?= "
            r"for\b|,|$)"
            r"|(?:on|in|with|via|using) google\b(?! (?:sheets|drive|docs|maps)))",
            r"search (?:the )?(?:web|internet|google|online)\b",
            r"google (?:for|it|this|that|him|her|them|the|what|how|who|where|when|some|reviews)\b",
        ),
        "de": (
            r"(?:lies|lese|offne|besuch|durchsuch|fass|scan|scrape|schau|geh|sieh|wirf|analysier|untersuch|guck)"
            r"(?:e|t|en)?~ <page>",
            r"(?:lies|offne|besuch|durchsuch|fass|schau)(?:e|t|en)?~ (?:webseite|website|internetseite|homepage)\b",
            r"(?:such|google|recherchier|finde|schau|durchsuch|sieh|guck)(?:e|t|en)?~ (?:im (?:internet|netz|web)"
            r"|online"
            r"|bei google|das (?:internet|web|netz))\b",
            r"google (?:mal |bitte )*(?:nach|das|die|den|es|ob|wie|was|wer)\b",
            r"<frage>~ (?:im (?:internet|netz|web)|online|bei google)~ (?:suchen|recherchieren|nachschauen|nachsehen"
            r"|finden|schauen|suchst)\b",
        ),
        "fr": (
            r"(?:(?:va |allez )?(?:lis|lire|lisez|ouvre|ouvrir|ouvrez|visite[rz]?|parcour\w+|resume[rz]?"
            r"|consulte[rz]?"
            r"|analyse[rz]?)|va (?:sur|voir)"
            r"|allez (?:sur|voir)|regarde[rz]?|(?:jette|jetez) un (?:\S+ )?(?:œil|oeil|coup d œil"
            r"|coup d oeil))~ <page>",
            r"(?:lis|lire|lisez|ouvre|ouvrir|visite[rz]?|resume[rz]?|consulte[rz]?|va sur|regarde[rz]?) (?:le|la|ce"
            r"|cette"
            r"|leur|notre|mon) (?:\S+ ){0,2}?(?:site|page web|page d accueil)\b",
            r"(?:cherche[rz]?|recherche[rz]?|trouve[rz]?|regarde[rz]?)~ (?:sur (?:le )?(?:web|net|google"
            r"|internet)|en "
            r"ligne)\b",
            r"google[rz] \w+",
        ),
        "es": (
            r"(?:lee|leer|abre|abrir|visita|resume|resumir|consulta|entra (?:en|a)|ve a|mira|revisa|analiza"
            r"|echa(?:le)? un vistazo)~ <page>",
            r"(?:lee|leer|abre|visita|resume|consulta|entra en|mira) (?:el|la|este|esta|su|nuestra|mi) (?:\S+ ){0,2}?"
            r"(?:sitio|pagina web|web)\b",
            r"(?:busca|buscar|encuentra|mira|investiga)(?:me)?~ (?:en (?:la |el )?(?:web|internet|google|red)|online"
            r"|en "
            r"linea)\b",
            r"googlea\w* \w+",
        ),
    },
    "write_files": {
        "en": (
            r"(?:save|store|export|write|put|dump|append)<into> (?:to|as|in|into|under)(?: (?:an?|the|my|this|our"
            r"|one))?"
            r"(?: \S+){0,2}? (?:files?\b|folder\b|<file>)",
            r"(?:save|store|export|write|put|dump|append)<into> (?:to|as|in|into|under) <file>",
            r"(?:create|make|generate) (?:me )?(?:an?|the|two|three|one) (?:\S+ ){0,3}?(?:file|folder)\b(?! name)",
            r"(?:delete|remove|rename|overwrite|edit|move)~ (?:the |this |that |my )?(?:\S+ ){0,2}?(?:files?\b"
            r"|<file>)",
        ),
        "de": (
            r"(?:speicher|schreib|leg|exportier|sicher|pack)(?:e|t|en)?~ (?:in|als|unter|nach)(?: \S+){0,3}? "
            r"(?:\S*datei(?:en)?\b|ordner\b|<file>)",
            r"(?:erstell|leg|erzeug|mach)(?:e|t|en)?(?: mir)? (?:eine|einen|die|den|zwei) (?:\S+ ){0,2}?(?:\S*datei"
            r"|ordner)"
            r"\b",
            r"(?:losch|uberschreib|bearbeit|benenn)(?:e|t|en)?~ (?:\S*datei(?:en)?\b|<file>)",
            r"<frage>~ (?:in|als|unter)(?: \S+){0,3}? (?:\S*datei|ordner|<file>)~ (?:speichern|schreiben|ablegen"
            r"|exportieren|sichern)\b",
        ),
        "fr": (
            r"(?:enregistre|sauvegarde|ecris|ecrire|exporte|mets|stocke)[rz]?(?:-\w+)?~ (?:dans|sous|en"
            r"|comme)(?: \S+)"
            r"{0,3}? (?:fichiers?\b|dossier\b|<file>)",
            r"(?:cree|genere)[rz]?(?:-moi)? (?:un|le|deux) (?:\S+ ){0,2}?(?:fichier|dossier)\b",
            r"(?:supprime|efface|renomme|modifie|ecrase)[rz]?~ (?:fichiers?\b|<file>)",
        ),
        "es": (
            r"(?:guarda|escribe|exporta|pon|almacena|mete|deja|coloca|vuelca|anade)(?:r|lo|la|los|las)?~ (?:en"
            r"|como|a)(?: \S+){0,3}? "
            r"(?:archivos?\b|ficheros?\b|carpeta\b|<file>)",
            r"(?:crea|genera|haz)(?:me)? (?:un|el|dos) (?:\S+ ){0,2}?(?:archivo|fichero|carpeta)\b",
            r"(?:borra|elimina|renombra|edita|sobrescribe)(?:r)?~ (?:archivos?\b|ficheros?\b|<file>)",
        ),
    },
    "chart": {
        "en": (
            r"(?:draw|make|create|show|generate|visuali[sz]e|produce|build|give|render|display|plot)<direct> "
            r"(?:\S*charts?"
            r"|graphs?|histograms?|scatter ?plots?|heat ?maps?|box ?plots?)\b(?! (?:data structure|algorithm|theory"
            r"|database|class|node|of the method))",
            r"(?:plot|chart|visuali[sz]e|graph) (?:the|this|these|those|my|our|it|them|monthly|daily|sales"
            r"|<file>)(?! "
            r"(?:story|novel|course|murder|revenge))",
            r"(?:draw|render|produce) (?:an? |the )?plot\b",
            r"(?:draw|plot|sketch)(?: me| us)? (?:an? |the )(?:\S+ )?(?:pie|curve|bars?|line) (?:of|for|from"
            r"|with|showing)\b",
            r"(?:turn|convert|transform|make|put|show|draw|display|present|render)~ (?:into|to|as|in)(?: an?"
            r"| the)? (?:\S+ )?(?:\S*charts?|graphs?"
            r"|histograms?|scatter ?plots?)\b",
            r"(?:get|have|see) an? (?:\S+ ){0,2}?(?:\S*charts?|graphs?|histograms?|scatter ?plots?)\b",
        ),
        "de": (
            r"(?:zeichn|erstell|mach|zeig|plott|mal|generier|stell|erzeug)(?:e|t|en)?<direkt> (?!\S*(?:klassen"
            r"|sequenz"
            r"|fluss|uml))"
            r"\S*(?:diagramm|graphen|graph|chart|histogramm|schaubild)s?\b",
            r"(?:zeichn|erstell|mach|zeig|plott|stell|wandl|verwandl)(?:e|t|en|le)?~ (?:als|in)(?: ein(?:e[nm]?)?)? "
            r"\S*(?:diagramm|graphen|graph|chart|histogramm|schaubild|kurve)s?\b",
            r"(?:zeichn|plott)(?:e|t|en)?<direkt> \S*kurven?\b(?! (?:lineal|strasse))",
            r"(?:plott|visualisier)(?:e|t|en)? (?:die|das|den|meine|diese|mir|sie|<file>)",
            r"<frage>~ (?!\S*(?:klassen|sequenz|fluss|uml))\S*(?:diagramm|chart|histogramm)s?~ (?:zeichnen|erstellen"
            r"|machen"
            r"|zeigen|darstellen|anzeigen)\b",
        ),
        "fr": (
            r"(?:trace|dessine|fais|cree|montre|genere|affiche|produis|donne)[rz]?(?:-\w+)?<droit> (?:graphiques?"
            r"|histogrammes?"
            r"|courbes?|camembert|diagrammes? (?:a|en) \S+)\b",
            r"(?:trace|visualise)[rz]? (?:les|la|le|ces|mes|cette|<file>)",
            r"(?:transforme|convertis|mets|presente|affiche|montre|trace)[rz]?~ (?:en"
            r"|sous forme d[e]?)(?: un)? (?:graphiques?|histogrammes?"
            r"|courbes?|camembert|diagrammes? (?:a|en) \S+)\b",
        ),
        "es": (
            r"(?:dibuja|haz|crea|muestra|mostra|genera|traza|pinta|dame)(?:r|me)?<recto> (?:graficos?|graficas?"
            r"|histogramas?|diagramas? "
            r"de (?:barras|sectores|lineas))\b",
            r"(?:grafica|visualiza)(?:r)? (?:los|las|el|la|estos|estas|mis|<file>)",
            r"(?:convierte|transforma|pon|presenta|muestra|dibuja)(?:r|lo|la|los|las)?~ (?:en"
            r"|como)(?: un[oa]?)? (?:graficos?"
            r"|graficas?"
            r"|histogramas?)\b",
        ),
    },
}
