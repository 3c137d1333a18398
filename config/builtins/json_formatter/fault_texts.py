"""The sentences on faults of a document in German, French and Spanish; they are made in English."""

import re

from config.builtins.wording import fill_in

# English, German, French, Spanish; a group in braces of the English is in the others.
FAULTS_LISTED = r"""
there is something after the end of the document | nach dem Ende des Dokuments steht noch etwas | il y a quelque chose après la fin du document | hay algo después del final del documento
One document holds one value. | Ein Dokument hält einen Wert. | Un document contient une seule valeur. | Un documento contiene un solo valor.
a text is not closed | ein Text ist nicht geschlossen | un texte n'est pas fermé | un texto no está cerrado
a key is not closed | ein Schlüssel ist nicht geschlossen | une clé n'est pas fermée | una clave no está cerrada
A double quote is missing before the comma, behind “{text}”. | Vor dem Komma fehlt ein Anführungszeichen, hinter „{text}“. | Il manque un guillemet double avant la virgule, après « {text} ». | Falta una comilla doble antes de la coma, detrás de «{text}».
A double quote is missing before the colon, behind “{text}”. | Vor dem Doppelpunkt fehlt ein Anführungszeichen, hinter „{text}“. | Il manque un guillemet double avant les deux-points, après « {text} ». | Falta una comilla doble antes de los dos puntos, detrás de «{text}».
A double quote is missing, or one inside the text needs a backslash (\"). | Ein Anführungszeichen fehlt, oder eines im Text braucht einen Backslash (\"). | Il manque un guillemet double, ou un guillemet dans le texte veut une barre oblique inverse (\"). | Falta una comilla doble, o una dentro del texto necesita una barra invertida (\").
A double quote is missing. | Ein Anführungszeichen fehlt. | Il manque un guillemet double. | Falta una comilla doble.
there is a line break or tab inside a text | in einem Text steht ein Zeilenumbruch oder Tabulator | il y a un saut de ligne ou une tabulation dans un texte | hay un salto de línea o un tabulador dentro de un texto
Write \n or \t, or close the quote before. | Dafür steht \n oder \t, oder der Text wird vorher geschlossen. | Écrivez \n ou \t, ou fermez le guillemet avant. | Escriba \n o \t, o cierre antes la comilla.
a backslash starts an unknown sequence | ein Backslash beginnt eine unbekannte Folge | une barre oblique inverse commence une séquence inconnue | una barra invertida empieza una secuencia desconocida
Write \\ for a backslash. | Ein Backslash wird \\ geschrieben. | Écrivez \\ pour une barre oblique inverse. | Escriba \\ para una barra invertida.
the document ends too early | das Dokument endet zu früh | le document se termine trop tôt | el documento termina demasiado pronto
A closing bracket or quote is missing at the end. | Am Ende fehlt eine schließende Klammer oder ein Anführungszeichen. | Il manque à la fin un crochet, une accolade ou un guillemet fermant. | Falta al final un corchete, una llave o una comilla de cierre.
there is a comma before the closing bracket | vor der schließenden Klammer steht ein Komma | il y a une virgule avant le crochet ou l'accolade fermante | hay una coma antes del corchete o la llave de cierre
Remove the trailing comma. | Das letzte Komma entfernen. | Enlevez la virgule finale. | Quite la coma final.
single quotes are used | es stehen einfache Anführungszeichen | des guillemets simples sont utilisés | se usan comillas simples
JSON wants double quotes: "name". | JSON will doppelte Anführungszeichen: "name". | JSON veut des guillemets doubles : "name". | JSON quiere comillas dobles: "name".
curly quotes are used | es stehen typografische Anführungszeichen | des guillemets typographiques sont utilisés | se usan comillas tipográficas
Write straight double quotes: ". | Gerade doppelte Anführungszeichen schreiben: ". | Écrivez des guillemets doubles droits : ". | Escriba comillas dobles rectas: ".
there is a comment | es steht ein Kommentar da | il y a un commentaire | hay un comentario
JSON has no comments; remove it. | JSON kennt keine Kommentare; er muss weg. | JSON n'a pas de commentaires ; enlevez-le. | JSON no tiene comentarios; quítelo.
a word of another language is used | es steht ein Wort einer anderen Sprache da | un mot d'un autre langage est utilisé | se usa una palabra de otro lenguaje
JSON writes true, false and null. | JSON schreibt true, false und null. | JSON écrit true, false et null. | JSON escribe true, false y null.
a number starts with 0 | eine Zahl beginnt mit 0 | un nombre commence par 0 | un número empieza por 0
Remove the leading zero, or write it as a text. | Die führende Null entfernen, oder als Text schreiben. | Enlevez le zéro initial, ou écrivez-le comme texte. | Quite el cero inicial, o escríbalo como texto.
a number is written with a comma | eine Zahl ist mit Komma geschrieben | un nombre est écrit avec une virgule | un número está escrito con coma
JSON wants a point in it: 12.50, not 12,50. | JSON will darin einen Punkt: 12.50, nicht 12,50. | JSON y veut un point : 12.50, pas 12,50. | JSON quiere un punto: 12.50, no 12,50.
a key has no quotes | ein Schlüssel steht ohne Anführungszeichen | une clé n'a pas de guillemets | una clave no lleva comillas
Put the key in double quotes. | Den Schlüssel in doppelte Anführungszeichen setzen. | Mettez la clé entre guillemets doubles. | Ponga la clave entre comillas dobles.
a key is missing | ein Schlüssel fehlt | il manque une clé | falta una clave
a text has no quotes | ein Text steht ohne Anführungszeichen | un texte n'a pas de guillemets | un texto no lleva comillas
Put the text in double quotes. | Den Text in doppelte Anführungszeichen setzen. | Mettez le texte entre guillemets doubles. | Ponga el texto entre comillas dobles.
a comma or a closing bracket is missing | es fehlt ein Komma oder eine schließende Klammer | il manque une virgule ou un crochet fermant | falta una coma o un corchete de cierre
Put a comma between two entries. | Zwischen zwei Einträge gehört ein Komma. | Mettez une virgule entre deux entrées. | Ponga una coma entre dos entradas.
Write a comma, not a semicolon. | Ein Komma schreiben, kein Semikolon. | Écrivez une virgule, pas un point-virgule. | Escriba una coma, no un punto y coma.
a colon is missing after a key | nach einem Schlüssel fehlt ein Doppelpunkt | il manque un deux-points après une clé | faltan dos puntos después de una clave
Write a colon between the key and its value. | Zwischen Schlüssel und Wert gehört ein Doppelpunkt. | Mettez un deux-points entre la clé et sa valeur. | Ponga dos puntos entre la clave y su valor.
there is a comma too many | es steht ein Komma zu viel da | il y a une virgule de trop | hay una coma de más
Remove the comma. | Das Komma entfernen. | Enlevez la virgule. | Quite la coma.
a number is written in a way JSON does not know | eine Zahl ist so geschrieben, wie JSON es nicht kennt | un nombre est écrit d'une façon que JSON ne connaît pas | un número está escrito de una forma que JSON no conoce
No leading +, . or 0. | Kein + . oder 0 am Anfang. | Pas de + . ou 0 au début. | Sin + . ni 0 al principio.
a value is missing or not known to JSON | ein Wert fehlt oder JSON kennt ihn nicht | une valeur manque ou JSON ne la connaît pas | falta un valor o JSON no lo conoce
a value is missing | ein Wert fehlt | il manque une valeur | falta un valor
I took null. | Dafür steht null. | J'ai mis null. | He puesto null.
a closing bracket is missing | eine schließende Klammer fehlt | il manque un crochet ou une accolade fermante | falta un corchete o una llave de cierre
a round bracket is used | es steht eine runde Klammer | une parenthèse est utilisée | se usa un paréntesis
JSON writes lists in square brackets. | JSON schreibt Listen in eckigen Klammern. | JSON écrit les listes entre crochets. | JSON escribe las listas entre corchetes.
Use null, or a text. | Dafür steht null oder ein Text. | Utilisez null ou un texte. | Use null o un texto.
JSON has no {name} | JSON kennt kein {name} | JSON n'a pas de {name} | JSON no tiene {name}
Add {sign} at the end; the bracket opened at line {line}, column {column} is never closed. | Am Ende {sign} ergänzen; die Klammer von Zeile {line}, Spalte {column} wird nie geschlossen. | Ajoutez {sign} à la fin ; le crochet ouvert ligne {line}, colonne {column} n'est jamais fermé. | Añada {sign} al final; el corchete abierto en la línea {line}, columna {column} nunca se cierra.
Add {sign}; its place is a guess. | {sign} ergänzen; wo, ist geraten. | Ajoutez {sign} ; sa place est une supposition. | Añada {sign}; el lugar es una suposición.
a list has keys | eine Liste hat Schlüssel | une liste a des clés | una lista tiene claves
JSON writes keys with their values in curly brackets. | JSON schreibt Schlüssel mit ihren Werten in geschweiften Klammern. | JSON écrit les clés et leurs valeurs entre accolades. | JSON escribe las claves con sus valores entre llaves.
Add {sign}. | {sign} ergänzen. | Ajoutez {sign}. | Añada {sign}.
The key {key} is there twice in one object; most programs keep the last one: {kept}. | Der Schlüssel {key} steht zweimal in einem Objekt; die meisten Programme behalten den letzten: {kept}. | La clé {key} est deux fois dans un objet ; la plupart des programmes gardent la dernière : {kept}. | La clave {key} está dos veces en un objeto; la mayoría de los programas se queda con la última: {kept}.
"""
FAULT_LANGUAGES = ("en", "de", "fr", "es")
FAULT_ROWS = [[part.strip() for part in row.split(" | ")] for row in FAULTS_LISTED.strip().splitlines()]
FAULT_PATTERNS = [(re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(row[0]))), row) for row in FAULT_ROWS]


def fault_in(language: str, sentence: str) -> str:
    """Return a sentence on a fault in another language; one that is not listed stays as it is."""
    if language == "en":
        return sentence
    for pattern, row in FAULT_PATTERNS:
        if (match := pattern.fullmatch(sentence)) is not None:
            return fill_in(row[FAULT_LANGUAGES.index(language)], **match.groupdict())
    return sentence
