"""The words of questions over a document in four languages, folded: what means which key, what names entries, and what says nothing."""

import re


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


# Words of a question, and the words of the keys that they mean. The only table of this kind.
MEANINGS: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"(?<![^\W_])(?:{said})(?![^\W_])", re.IGNORECASE), re.compile(keys, re.IGNORECASE))
    for name, said, keys in (
        ("age", r"how old|ages?|older|old(?:est)?|young(?:er|est)?|wie alt|alt(?:er|ers|e|en)?|altest\w*|jung(?:er|e|en|st\w*)?|quel age|ages?|agee?s?|vieux|vieille?s?|jeunes?|que edad|edad(?:es)?|viej[oa]s?|joven(?:es)?", r"ages?|alter|edad|jahre|years"),
        ("price", r"prices?|fares?|costs?|priced|how much|expensive|cheap(?:er|est)?|prei[sc]\w*|kosten|kostet|wie ?viel|teuer\w*|teurer\w*|billig\w*|gunstig\w*|prix|combien|coute\w*|cher|chere?s?|precios?|cuanto|cuesta\w*|car[oa]s?|barat[oa]s?", r"prices?|costs?|preise?|prix|precios?|kosten|costo|coste|cout|miete|rent|fee|loyer|tarif|alquiler|gebuhr|fare"),
        ("sum", r"prices?|costs?|priced|how much|expensive|cheap(?:er|est)?|prei[sc]\w*|kosten|kostet|wie ?viel|teuer\w*|teurer\w*|billig\w*|gunstig\w*|prix|combien|coute\w*|cher|chere?s?|precios?|cuanto|cuesta\w*|car[oa]s?|barat[oa]s?", r"total|amount|betrag|montant|importe|summe"),
        ("amount", r"amounts?|revenue|turnover|sales|spen[dt]s?|betrag\w*|umsatz\w*|montants?|ventes|importes?|ventas", r"amount|total|summe|gesamt|revenue|sales|betrag|umsatz|montant|importe"),
        ("salary", r"salar(?:y|ies)|wages?|earns?|earned|paid the most|gehalt\w*|gehalter|lohn|verdien\w*|salaires?|gagne\w*|salarios?|sueldos?|gana[n]?", r"salary|wage|pay|gehalt|lohn|salaire|salario|sueldo"),
        ("city", r"cit(?:y|ies)|towns?|lives?|living|stadte?n?|orte?|wohn\w*|lebe?n?|villes?|habit\w*|vit|vivent|ciudad\w*|viven?", r"city|town|stadt|ort|wohnort|ville|ciudad|address"),
        ("country", r"countr(?:y|ies)|land(?:er)?|pays|pais(?:es)?", r"country|land|pays|pais"),
        ("called", r"names?|called|named|namen?|heiss\w*|noms?|appelle\w*|nombres?|llama\w*", r"name|title|nom|nombre|titel|titre|titulo"),
        ("phone", r"phones?|telephones?|call|telefon\w*|telefonos?", r"phone|tel|telefon|telefono|mobile|handy"),
        ("mail", r"e-?mails?|mails?|correos?|courriels?", r"e?mail|correo|courriel"),
        ("latitude", r"lat|latitudes?|breitengrad|breite|latitud", r"lat|latitude|latitud"),
        ("longitude", r"lon|lng|longitudes?|langengrad|longitud", r"lon|lng|long|longitude|longitud"),
        ("category", r"categor(?:y|ies)|kategorien?|categories?|categorias?|kinds?|types?|tipos?", r"category|kategorie|categorie|categoria|kind|type|typ|tipo"),
        ("department", r"departments?|teams?|abteilung\w*|departements?|services?|departamentos?", r"department|dept|team|abteilung|departement|departamento|service"),
        ("job", r"jobs?|professions?|occupations?|works? as|beruf\w*|metiers?|profesion\w*|oficios?", r"job|profession|occupation|role|beruf|metier|profesion|rolle"),
        ("status", r"status|states?|zustand|etats?|estados?|statut", r"status|state|zustand|etat|estado|statut"),
        ("colour", r"colou?rs?|farben?|couleurs?|color(?:es)?", r"colou?r|farbe|couleur"),
        ("quantity", r"quantit(?:y|ies)|qty|pieces|mengen?|stuck\w*|quantites?|cantidad\w*", r"quantity|qty|count|menge|anzahl|quantite|cantidad"),
        ("rating", r"ratings?|stars?|scores?|rated|best|worst|bewertung\w*|sterne|beste[rns]?|schlechteste[rns]?|notes?|etoiles?|meilleure?s?|pires?|notas?|puntuacion\w*|mejor(?:es)?|peor(?:es)?", r"rating|stars?|score|bewertung|sterne|note|etoiles|nota|puntuacion"),
        ("points", r"points?|punkte?n?|puntos?|pts", r"points?|punkte|puntos|score|pts"),
        ("weight", r"weights?|weigh(?:s|ed|t)?|wiegen|pes[ae]n|pesent|heav(?:y|ier|iest)|light(?:er|est)?|gewicht\w*|wiegt|schwer\w*|leicht\w*|poids|pese\w*|lourde?s?|leger\w*|pesos?|pesad[oa]s?|liger[oa]s?", r"weight|mass|kg|gewicht|poids|peso"),
        ("height", r"heights?|tall(?:er|est)?|grosse[nr]?|hoch|hohe|hauteurs?|tailles?|alturas?|alt[oa]s?", r"height|size|cm|grosse|hohe|hauteur|taille|altura"),
        ("length", r"lengths?|durations?|long(?:er|est)?|short(?:er|est)?|lange|lang\w*|kurz\w*|dauer|duree|longueur|longue?s?|courte?s?|larg[oa]s?|cort[oa]s?|duracion", r"length|duration|minutes|seconds|hours|runtime|pages|km|miles|distance|lange|dauer|duree|longueur|duracion|longitud"),
        ("speed", r"speeds?|fast(?:er|est)?|slow(?:er|est)?|schnell\w*|langsam\w*|vitesse|rapides?|lente?s?|velocidad|rapid[oa]s?|lent[oa]s?", r"speed|velocity|kmh|mph|geschwindigkeit|vitesse|velocidad|tempo"),
        ("size", r"sizes?|big(?:ger|gest)?|larg(?:er|est)|small(?:er|est)?|gross\w*|klein\w*|grande?s?|petite?s?|pequen[oa]s?", r"size|area|population|grosse|flache|einwohner|taille|superficie|tamano"),
        ("temperature", r"temperatures?|hot(?:ter|test)?|warm(?:er|est)?|cold(?:er|est)?|heiss\w*|kalt\w*|kaltest\w*|temperatur\w*|chaude?s?|froide?s?|temperaturas?|calid[oa]s?|fri[oa]s?", r"temp|temperature|temperatur|temperatura|celsius|degrees|grad"),
        ("birth", r"born|birthdays?|birthdate|geboren\w*|geburtstag\w*|nee?s?|naissance|nacid[oa]s?|nacio|nacieron|nacimiento", r"born|birth\w*|dob|geb\w*|naissance|ne|nacimiento|nacido"),
        ("hired", r"hired|joined|started|employed|eingestellt|angefangen|eingetreten|embauchee?s?|arrivee?s?|contratad[oa]s?|ingres\w*", r"hired|joined|start|started|since|eintritt|eingestellt|embauche|contratado"),
        ("date", r"dates?|dated|datum|daten|fechas?", r"date|datum|fecha|day|created|at|on"),
        ("active", r"activ[eo]s?|activas?|active|aktiv\w*|actifs?|actives?", r"active|aktiv|actif|activo|enabled"),
        ("paid", r"paid|bezahlt\w*|payee?s?|pagad[oa]s?", r"paid|bezahlt|paye|pagado"),
        ("done", r"done|finished|completed?|erledigt\w*|fertig\w*|terminee?s?|finie?s?|hech[oa]s?|terminad[oa]s?|completad[oa]s?", r"done|finished|completed?|erledigt|fertig|termine|fini|hecho|terminado|completado"),
    )
)  # fmt: skip

# What entries are called in general: no value or key is missing where one of these is not in the document.
ENTRY_NOUNS = words_in(
    """
    sache sachen zeug stuff chose choses truc trucs cosa cosas
    booking bookings reservation reservations buchung buchungen reservas reserva shipment shipments delivery deliveries lieferungen livraisons envios
    issue issues reading readings session sessions device devices activity activities
    sale sales transaction transactions payment payments invoice invoices verkauf verkaufe zahlungen rechnungen ventes paiements factures ventas pagos
    kinder kind child children kids kid enfants ninos facturas friend friends crew team animal animals pet pets tier tiere
    alguien alle alumno alumnos angestellte angestellten anybody anyone array arrays article articles articulo
    articulos artikel artikeln aufgabe aufgaben auftrag auftrage benutzer bestellung bestellungen book books buch
    bucher cities city client cliente clientes clients commande commandes contact contacts countries country
    customer customers data dataset daten datensatz datensatze datos ding dinge document documents dokument donnees
    eintrag eintrage eintragen element elemente elementen elemento elementos elements eleve eleves empleado
    empleados employe employee employees employes entrada entradas entree entrees entries entry estudiante
    estudiantes etudiant etudiants event events everybody everyone fila filas file film filme films gens gente
    individual individuals item items jeder jemand json kontakt kontakte kunde kunden leute libro libros ligne
    lignes line lines list lista liste listen lists livre livres member members membre membres mensch menschen
    miembro miembros mitarbeiter mitarbeitern mitglied mitglieder movie movies nadie niemand nobody nutzer nutzern
    object objects objekt objekte objet objeto objetos objets one ones order orders participant participants pedido
    pedidos people person persona personas personen personne personnes persons player players post posts product
    producto productos products produit produits produkt produkte produkten pupil pupils purchase purchases quelqu
    quelqu'un record records row rows salarie salaries schuler set somebody someone staff student studenten students
    table tables tache taches tarea tareas task tasks thing things ticket tickets todas todo todos tous tout toutes
    user users usuario usuarios utilisateur utilisateurs valeur valeurs valor valores value values wert werte worker
    workers zeile zeilen
    """
)
# Words that say nothing of entries: of grammar, of courtesy, and of what the message is.
PLAIN_WORDS = words_in(
    """
    porfa porfi porfis porfavor favorcito stp svp pliz please pls plz plox thx ty ta cheers bitteschon dankeschon merci gracias danke
    hasnt havent hadnt doesnt didnt dont isnt arent wasnt werent hasn haven hadn doesn didn don isn aren wasn weren
    repeats score scored scores out take takes took taking yet already lesquels lesquelles lequel laquelle noch schon encore deja todavia aun ya
    a ab aber about above across affiche age aged ago al algun alguna alguno algunos all alle allen aller alles als
    also alt altogether am among amongst amount an and annee annees ano anos another ans answer any anyone's anzahl
    apres arbeiten arbeitet are aren't arent as ask at au auch aucun aucune auf aus aussi aux avaient avait avant
    avec average avoir be been befinden befindet bei beide beim being below between bigger bis bitte bonjour both
    bought but buy by c'est cada calculate called came can ce ces cet cette chaque chez combien combined come
    comment como compute con contain containing contains cost costs could count coute coutent cual cuales cuando
    cuanta cuantas cuanto cuantos cuesta cuestan currently d d'entre da dame danke dann dans darin darunter das dass
    davon de dein deine del dem den depuis der des desde di dich did didn't die diese diesem diesen dieser dieses
    dime dir dis display do does doesn't doesnt dois don't donde donne dont dort down drin du durch e each ein eine
    einem einen einer eines einige either el ella ellas elle elles ellos else en encuentra ensemble enthalt
    enthalten entre er era eran es esa esas ese esos est esta estan estas este estos et etaient etait etre euch eux
    every exactly exist exists extract fait false favor fewer fewest filter find finde following for from fur gegen
    gekauft gesamt get gib gibt give given gives got gracias ha haben habite habitent had hallo han has hasn't hasta
    hat hatte hatten have haven't having hay he heissen heisst hello her here hers hey hi hier highest him hinter
    his hochstens hola how how's i ich if ihm ihn ihnen ihr il ils im in include includes including insgesamt inside
    into is isn't isnt ist it its jahr jahre jahren je jede jeden jeder jedes jene jener junto juste jusqu jusqu'a just
    kam kamen kann keep kein keine keinen keiner keines know kommen kommt konnen konnte kosten kostet l la larger
    las later lautet le least les less let leur leurs liegen liegt like list lista liste lists live lives ll lo look
    los lot lowest lui ma made mais make makes mal man many mas max maximum may me mean median mehr mein meine
    meiner meisten menos merci mes mi mich might min mindestens minimum mir mis mit mochte moi moins mon montre more
    most much muestra muss must muy my n nach named ne need nenne ni nicht ningun ninguna ninguno no noch nombre
    none nor nos nosotros not notre nous now nuestra nuestro number numero nur o ob oder of off ohne ok okay old
    older on one's only ont or order other others ou our out over overall par para parmi pas per pero peut peuvent
    peux pick place placed plait please pls plus plz por porque pour pourquoi print pro puede pueden puedes pull
    purchase purchased qu'est quand que quel quelle quelles quelque quelques quels question qui quick quickly quien
    quienes quiero quisiera quoi re really return right s'il sa sag said salut same sans say says schon se see segun
    sehr sein seine seit selbst select ser ses seulement shall she should show shows si sie sin sind sino so sobre
    solamente soll sollen solo some son sont soon sooner sort sorted sous stehen steht still su such sum sur sus t
    ta tambien te tell tenia tes than thank thanks that the their them then there these they this those tiene tienen
    to toda todas todo todos together toi ton too top total tous tout toute toutes tres trouve true tu tus u uber um
    un una unas und under une uniquement unos uns unser unsere unter up us usted ve very veux viel viele vive viven
    vom von vor vos votre voudrais vous wann want war waren warum was we welche welchem welchen welcher welches wem
    wen weniger wenigsten wenn wer werden were what what's whats when where which who who's whom whose why wie
    wieviel wieviele will wir wird with within wo wohnen wohnt won't wondering work working works would wurde wurden
    y year years yes yo you your zahl zeig zeige zu zum zur zusammen zwischen
    """
)
# Words about the document itself: other questions than those about its entries.
DOCUMENT_WORDS = re.compile(
    r"\b(?:json|ya?ml|csv|xml|toml|schema\w*|format\w*|pretty|beautif\w*|indent\w*|minif\w*|compact\w*|kompakt\w*|valid\w*|gultig\w*|check\w*|lint|parse[sd]?|syntax|errors?|fehler\w*|wrong|falsch\w*|broken|kaputt|erreurs?|error(?:es)?|fix\w*|repair\w*|repar\w*|"
    r"keys?|schlussel\w*|cles?|claves?|fields?|felder|champs?|campos?|propert(?:y|ies)|attributes?|paths?|pfad\w*|chemins?|rutas?|types?|typ|depth|deep\w*|nest\w*|levels?|ebenen?|verschachtel\w*|profond\w*|structure|struktur|estructura|duplicate\w*|doppelt\w*|doublons?|duplicad\w*|"
    r"null|nulls|empty|leere?\w*|vides?|vaci[oa]s?|missing|fehl\w*|manqu\w*|falta\w*|characters?|zeichen|size|bytes?|strings?|brackets?|braces?|commas?|kommas?|quotes?|lesbar\w*|readable|einruck\w*|hubsch\w*|ok|okay|correct|korrekt|rejected|load|loads|mistake|mean|means|bedeutet|convert\w*|turn|konvert\w*|wandle|convert\w*|zeile|ligne|linea|one line)\b",
    re.IGNORECASE,
)
LISTED = re.compile(
    r"\b(?:list|show|give|extract|get|print|liste|zeige?|gib|auflisten|affiche\w*|donne\w*|muestra\w*|dame|lista|pull out|pick out|collect|keep|return|hol\w*|zieh\w*|extrahier\w*|extrai\w*|saca\w*|extrae\w*|obten\w*)\b",
    re.IGNORECASE,
)
ALONE = re.compile(r"\b(?:only|just|juste|nur|seulement|uniquement|solo|solamente)\b", re.IGNORECASE)
NUMBER_WORDS = {
    word: place
    for listed in (
        "zero one two three four five six seven eight nine ten",
        "null eins zwei drei vier funf sechs sieben acht neun zehn",
        "zero une deux trois quatre cinq six sept huit neuf dix",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez",
    )
    for place, word in enumerate(listed.split())
    if place > 1
}
ENDINGS = ("s", "es", "n", "en", "e", "er", "em", "x")


def same_word(word: str, part: str) -> bool:
    """Return whether two folded lower-case words are the same but for an ending of number or case: "lawyers", "lawyer"."""
    if word == part:
        return True
    short, long = sorted((word, part), key=len)
    if len(short) == 2 and long == f"{short}s" and short not in ("it", "hi", "ha", "wa", "do"):
        return True  # "ids"
    if len(short) >= 3 and long[len(short) :] in ENDINGS and long.startswith(short):
        return True
    if len(short) >= 4 and (short[-1] == "y" or long.endswith("ies")) and f"{short[:-1]}ies" == long:
        return True
    pairs = (("o", "as"), ("o", "a"), ("o", "os"), ("a", "os"), ("a", "as"), ("f", "ves"), ("e", "en"), ("man", "men"), ("e", "in"), ("if", "ive"), ("if", "ifs"), ("if", "ives"))  # fmt: skip
    return len(short) >= 4 and any(
        {word, part} == {f"{stem}{one}", f"{stem}{other}"} for one, other in pairs for stem in [short.removesuffix(one)]
    )


def is_plain(word: str) -> bool:
    """Return whether a folded word says nothing of entries: grammar, courtesy, a name for any entry."""
    lowered = word.lower()
    return lowered in PLAIN_WORDS or lowered in ENTRY_NOUNS or len(lowered) < 2
