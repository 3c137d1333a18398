"""The words of the answers, in four languages."""

from config.builtins.wording import named_texts

TEXTS = {
    "en": {
        "missing": "I see no text here.",
        "help": "I count words, sentences, letters and more, and judge how hard English is to read. Put the text after a colon or in quotes.",
        "unknown": "I do not know what to count of this text.",
        "empty": "there are no words in it.",
        "files": "{n} more files were not read.",
        "cut": "I read the first {n} characters.",
        "occurs": "“{needle}” appears **{n}** times (upper and lower case alike).",
        "yes": "**Yes.**",
        "no": "**No.**",
        "over": "The text has {n} {unit}: {apart} more than {limit}.",
        "within": "The text has {n} {unit}: {apart} below {limit}.",
        "equal": "The text has {n} {unit}: exactly {limit}.",
        "palindrome": "**Yes**, “{text}” is a palindrome.",
        "no palindrome": "**No**, “{text}” is not a palindrome.",
        "none stands out": "No word stands out.",
        "bare": "without spaces",
        "different": "different",
        "no score": "no score (it needs {n} words of English)",
        "score": "Flesch {ease} of 100 ({level}), US school grade {grade}",
    },
    "de": {
        "missing": "Ich sehe hier keinen Text.",
        "help": "Ich zähle Wörter, Sätze, Buchstaben und mehr und schätze die Lesbarkeit englischer Texte. Bitte den Text nach einem Doppelpunkt oder in Anführungszeichen.",
        "unknown": "Ich weiß nicht, was ich an diesem Text zählen soll.",
        "empty": "darin sind keine Wörter.",
        "files": "{n} weitere Dateien wurden nicht gelesen.",
        "cut": "Ich habe die ersten {n} Zeichen gelesen.",
        "occurs": "„{needle}“ kommt **{n}**-mal vor (Groß- und Kleinschreibung gleich).",
        "yes": "**Ja.**",
        "no": "**Nein.**",
        "over": "Der Text hat {n} {unit}: {apart} mehr als {limit}.",
        "within": "Der Text hat {n} {unit}: {apart} unter {limit}.",
        "equal": "Der Text hat {n} {unit}: genau {limit}.",
        "palindrome": "**Ja**, „{text}“ ist ein Palindrom.",
        "no palindrome": "**Nein**, „{text}“ ist kein Palindrom.",
        "none stands out": "Kein Wort sticht hervor.",
        "bare": "ohne Leerzeichen",
        "different": "verschiedene",
        "no score": "kein Wert (er braucht {n} englische Wörter)",
        "score": "Flesch {ease} von 100 ({level}), US-Schulstufe {grade}",
    },
    "fr": {
        "missing": "Je ne vois pas de texte ici.",
        "help": "Je compte les mots, phrases, lettres, etc., et j'estime la lisibilité de l'anglais. Mettez le texte après deux-points ou entre guillemets.",
        "unknown": "Je ne sais pas quoi compter dans ce texte.",
        "empty": "il n'y a pas de mots.",
        "files": "{n} autres fichiers n'ont pas été lus.",
        "cut": "J'ai lu les {n} premiers caractères.",
        "occurs": "« {needle} » apparaît **{n}** fois (majuscules et minuscules confondues).",
        "yes": "**Oui.**",
        "no": "**Non.**",
        "over": "Le texte a {n} {unit} : {apart} de plus que {limit}.",
        "within": "Le texte a {n} {unit} : {apart} sous {limit}.",
        "equal": "Le texte a {n} {unit} : exactement {limit}.",
        "palindrome": "**Oui**, « {text} » est un palindrome.",
        "no palindrome": "**Non**, « {text} » n'est pas un palindrome.",
        "none stands out": "Aucun mot ne ressort.",
        "bare": "sans espaces",
        "different": "différents",
        "no score": "pas de score (il faut {n} mots d'anglais)",
        "score": "Flesch {ease} sur 100 ({level}), niveau scolaire américain {grade}",
    },
    "es": {
        "missing": "No veo ningún texto aquí.",
        "help": "Cuento palabras, frases, letras y más, y estimo la legibilidad del inglés. Ponga el texto tras dos puntos o entre comillas.",
        "unknown": "No sé qué contar de este texto.",
        "empty": "no hay palabras.",
        "files": "No se leyeron {n} archivos más.",
        "cut": "Leí los primeros {n} caracteres.",
        "occurs": "«{needle}» aparece **{n}** veces (sin distinguir mayúsculas).",
        "yes": "**Sí.**",
        "no": "**No.**",
        "over": "El texto tiene {n} {unit}: {apart} más que {limit}.",
        "within": "El texto tiene {n} {unit}: {apart} por debajo de {limit}.",
        "equal": "El texto tiene {n} {unit}: exactamente {limit}.",
        "palindrome": "**Sí**, «{text}» es un palíndromo.",
        "no palindrome": "**No**, «{text}» no es un palíndromo.",
        "none stands out": "Ninguna palabra destaca.",
        "bare": "sin espacios",
        "different": "distintas",
        "no score": "sin puntuación (hacen falta {n} palabras en inglés)",
        "score": "Flesch {ease} de 100 ({level}), curso escolar de EE. UU. {grade}",
    },
}
NAMES = [
    "words",
    "characters",
    "characters_without_spaces",
    "letters",
    "sentences",
    "paragraphs",
    "lines",
    "unique",
    "average_word",
    "average_sentence",
    "longest",
    "shortest",
    "longest_sentence",
    "shortest_sentence",
    "common",
    "common_letter",
    "reading",
    "speaking",
    "readability",
    "pages",
    "vowels",
    "consonants",
    "syllables",
    "digits",
    "numbers",
    "spaces",
    "uppercase",
    "lowercase",
    "punctuation",
    "starting",
    "ending",
    "containing",
    "longer",
    "shorter",
    "sized",
    "once",
    "repeated",
    "size",
    "a page",
    "unique_letters",
    "empty_lines",
    "question_sentences",
    "capitalized",
    "lacking",
    "vowel_start",
    "consonant_start",
]
LISTED = {
    "en": """words; characters; characters without spaces; letters; sentences; paragraphs; lines; different words; average word length;
    words a sentence on average; longest word; shortest word; longest sentence; shortest sentence; most common words (without articles and the like);
    most common letters; reading time (estimate); speaking time (estimate); readability; pages (estimate); vowels; consonants; syllables (estimate);
    digits; numbers; spaces and line breaks; uppercase letters; lowercase letters; punctuation marks; words that start with “{needle}”;
    words that end with “{needle}”; words with “{needle}”; words of more than {n} letters; words of fewer than {n} letters; words of {n} letters;
    words that appear once; words that appear more than once; {n} letters; words a page; different letters; empty lines; sentences that ask; words with a capital first letter; words without “{needle}”; words that start with a vowel; words that start with a consonant""",
    "de": """Wörter; Zeichen; Zeichen ohne Leerzeichen; Buchstaben; Sätze; Absätze; Zeilen; verschiedene Wörter; mittlere Wortlänge;
    Wörter pro Satz im Mittel; längstes Wort; kürzestes Wort; längster Satz; kürzester Satz; häufigste Wörter; häufigste Buchstaben;
    Lesezeit (geschätzt); Sprechzeit (geschätzt); Lesbarkeit; Seiten (geschätzt); Vokale; Konsonanten; Silben (geschätzt); Ziffern; Zahlen;
    Leerzeichen und Zeilenumbrüche; Großbuchstaben; Kleinbuchstaben; Satzzeichen; Wörter, die mit „{needle}“ beginnen;
    Wörter, die auf „{needle}“ enden; Wörter mit „{needle}“; Wörter mit mehr als {n} Buchstaben; Wörter mit weniger als {n} Buchstaben;
    Wörter mit {n} Buchstaben; Wörter, die einmal vorkommen; Wörter, die mehrmals vorkommen; {n} Buchstaben; Wörter pro Seite; verschiedene Buchstaben; leere Zeilen; Fragesätze; Wörter mit großem Anfangsbuchstaben; Wörter ohne „{needle}“; Wörter, die mit einem Vokal beginnen; Wörter, die mit einem Konsonanten beginnen""",
    "fr": """mots; caractères; caractères sans espaces; lettres; phrases; paragraphes; lignes; mots différents; longueur moyenne des mots;
    mots par phrase en moyenne; mot le plus long; mot le plus court; phrase la plus longue; phrase la plus courte; mots les plus fréquents;
    lettres les plus fréquentes; temps de lecture (estimation); temps de parole (estimation); lisibilité; pages (estimation); voyelles; consonnes;
    syllabes (estimation); chiffres; nombres; espaces et sauts de ligne; majuscules; minuscules; signes de ponctuation;
    mots commençant par « {needle} »; mots finissant par « {needle} »; mots avec « {needle} »; mots de plus de {n} lettres;
    mots de moins de {n} lettres; mots de {n} lettres; mots employés une seule fois; mots répétés; {n} lettres; mots par page; lettres différentes; lignes vides; phrases interrogatives; mots commençant par une majuscule; mots sans « {needle} »; mots commençant par une voyelle; mots commençant par une consonne""",
    "es": """palabras; caracteres; caracteres sin espacios; letras; frases; párrafos; líneas; palabras distintas; longitud media de las palabras;
    palabras por frase de media; palabra más larga; palabra más corta; frase más larga; frase más corta; palabras más frecuentes;
    letras más frecuentes; tiempo de lectura (estimado); tiempo de habla (estimado); legibilidad; páginas (estimadas); vocales; consonantes;
    sílabas (estimadas); cifras; números; espacios y saltos de línea; mayúsculas; minúsculas; signos de puntuación;
    palabras que empiezan por «{needle}»; palabras que terminan en «{needle}»; palabras con «{needle}»; palabras de más de {n} letras;
    palabras de menos de {n} letras; palabras de {n} letras; palabras que aparecen una vez; palabras repetidas; {n} letras; palabras por página; letras distintas; líneas vacías; frases interrogativas; palabras que empiezan por mayúscula; palabras sin «{needle}»; palabras que empiezan por vocal; palabras que empiezan por consonante""",
}
LABELS = named_texts(NAMES, LISTED)
LABELS["en"] |= {"everything": "words"}
LEVELS = {
    "en": {},
    "de": {"very easy": "sehr leicht", "easy": "leicht", "fairly easy": "eher leicht", "plain": "mittel", "fairly hard": "eher schwer",
           "hard": "schwer", "very hard": "sehr schwer"},
    "fr": {"very easy": "très facile", "easy": "facile", "fairly easy": "assez facile", "plain": "moyen", "fairly hard": "assez difficile",
           "hard": "difficile", "very hard": "très difficile"},
    "es": {"very easy": "muy fácil", "easy": "fácil", "fairly easy": "bastante fácil", "plain": "medio", "fairly hard": "bastante difícil",
           "hard": "difícil", "very hard": "muy difícil"},
}  # fmt: skip
