"""Finds the words of a question about a text that its answer is not made from, so that the answer says so."""

import re

from config.builtins.wording import fold, merged

LEAST_LETTERS = 4
QUESTION_SENTENCE = re.compile(r"[^.!?\n:]*[.!?\n:]*")
PLAIN_TEXT_WORDS_LISTED = """times 
the this that these those there here have has had does did will would could should what whats which when where whose how much many long often number count total text texts word words sentence
sentences phrase phrases paragraph paragraphs line lines letter letters character characters message note poem song title name string essay email post caption tweet below above following quote quoted please thanks
just only with without from into about tell give show find know need want like make take much long have got been appear appears occur occurs used contain contains inside within whole entire altogether overall exactly roughly
actually really quick quickly question answer version draft piece copy file document page pages list item items write wrote written read reading please help also then than them they their your mine ours maybe wondering check
dieser dieses diesem diesen diese jener folgende folgender folgenden text textes satz satze satzes wort worter worten wortes zeichen buchstaben absatz zeile zeilen gedicht nachricht titel bitte danke viele wieviel wieviele welche
welcher welches hier dort darin drin kommt kommen vorkommt steht stehen gibt haben hatte enthalt insgesamt genau eigentlich gerade einmal kannst konntest sagen zahle zahlen mein meine meinem meinen unten oben folgend dann auch
cette cet texte phrase phrases mots lettres lettre caracteres paragraphe ligne lignes poeme message titre combien quel quelle quels quelles dans avec sans pour merci svp bonjour peux pouvez dire donne compte compter fait font
apparait apparaissent contient suivant suivante suivants dessous dessus tout toute tous exactement environ
este esta estos estas texto frase frases palabras palabra letras letra caracteres parrafo linea lineas poema mensaje titulo cuantas cuantos cuanto cual cuales hay tiene tienen aparece aparecen contiene siguiente favor gracias
petit petite little short kleiner kleine kleinen kurzer kurze kurzen pequeno pequena breve corto puedes decir sind seid mail mails sign field fields charge charges fits limit space spaces cuenta contar total exactamente aqui todo toda todos esto
review bio intro notice teacher said instagram asks asked daughter included address addresses adresse adressen direccion headline headlines heading subject captions slogan tagline uberschrift betreff titre titular asunto
"""
PLAIN_TEXT_WORDS = frozenset(PLAIN_TEXT_WORDS_LISTED.split())
REASON = re.compile(
    r"\b(?:for (?:my|our|a|an|the|his|her)|because|since|so that|need it|i need|it is for|it's for|fur (?:mein|unser|den|die|das|ein)\w*|weil|damit|pour (?:mon|ma|mes|notre|un|une|le|la)|parce|para (?:mi|un|una|el|la)|porque)\b[^,;.!?\n:]*",
    re.IGNORECASE,
)


def unread_of_question(question: str, spans: list[list[int]]) -> list[str]:
    """Return the words of weight that no span touches, in the sentences of a question in which something was read.

    ``question`` is the message with spaces in the place of the text that it is about.
    """
    text = REASON.sub(lambda gone: " " * len(gone.group()), fold(question))
    used = bytearray(len(text))
    for start, end in merged(spans, len(text)):
        used[start:end] = b"\1" * (end - start)
    found = []
    for sentence in QUESTION_SENTENCE.finditer(text):
        if not any(used[sentence.start() : sentence.end()]):
            continue
        for word in re.finditer(r"[a-z]+", sentence.group(), re.IGNORECASE):
            start, end = sentence.start() + word.start(), sentence.start() + word.end()
            is_plain = len(word.group()) < LEAST_LETTERS or word.group().lower() in PLAIN_TEXT_WORDS
            if not is_plain and not any(used[start:end]):
                found.append(question[start:end])
    return found
