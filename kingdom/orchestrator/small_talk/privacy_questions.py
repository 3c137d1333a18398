"""Recognize questions about who reads and keeps what a user writes, by the words that they consist of. Pure rules.

Phrases (``privacy_phrases``) the usual forms; here every word must be one of such a question, whatever its order:
"does that get stored somewhere or sent to some company?".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kingdom.orchestrator.small_talk.phrases import Language


@dataclass(frozen=True)
class _Vocabulary:
    """Words without accents. A question has one of ``openings`` first, and one of ``kept``, or one of ``seen`` with
    one of ``readers``, or one of ``gone`` with one of ``places``; ``others`` may stand beside them.
    """

    openings: frozenset[str]
    kept: frozenset[str]
    seen: frozenset[str]
    readers: frozenset[str]
    gone: frozenset[str]
    places: frozenset[str]
    others: frozenset[str]

    def asks(self, words: Sequence[str]) -> bool:
        """Return whether the words are such a question."""
        found = frozenset(words)
        if not words or words[0] not in self.openings or not found <= self._all():
            return False
        is_seen, is_gone = found & self.seen and found & self.readers, found & self.gone and found & self.places
        return bool(found & self.kept or is_seen or is_gone)

    def _all(self) -> frozenset[str]:
        return self.openings | self.kept | self.seen | self.readers | self.gone | self.places | self.others


def _words(*texts: str) -> frozenset[str]:
    return frozenset(" ".join(texts).split())


_VOCABULARIES: Mapping[Language, _Vocabulary] = {
    "en": _Vocabulary(
        openings=_words("do does did is are will would who whos where wheres what how if when has and or so but"),
        kept=_words(
            "stored saved kept logged recorded sent shared uploaded leaked forwarded transmitted private secret"
        ),
        seen=_words("see sees read reads seen access view look looks"),
        readers=_words(
            "who whos anyone anybody someone somebody others people else admin admins staff boss company users"
        ),
        gone=_words("go goes leave leaves end ends stay stays"),
        places=_words(
            "internet web cloud server servers computer network machine company companies building outside google",
            "openai somewhere anywhere where wheres elsewhere house laptop",
        ),
        others=_words(
            "a about all an any anything are as at be been by can chat chats could customer customers data database",
            "details ever everything file files from get gets getting here i in info information into is it its like",
            "me message messages my of on only our out over paste pasted patient patients personal put question",
            "questions say some stuff text texts that the them then there these they things this those to type typed",
            "up us was we were which will with write wrote you your yours other another after before afterwards",
            "still later safe list lists client clients names addresses numbers emails payroll employees",
            "records notes report contract contracts upload copy enter send when while once see",
        ),
    ),
    "de": _Vocabulary(
        openings=_words(
            "wird werden wurde wurden wer wo wohin was ist sind bleibt bleiben geht gehen verlasst und oder"
        ),
        kept=_words(
            "gespeichert aufbewahrt geschickt gesendet weitergegeben hochgeladen ubertragen protokolliert privat"
        ),
        seen=_words("sehen lesen liest sieht mitlesen einsehen"),
        readers=_words("wer jemand andere admin admins chef kollegen niemand"),
        gone=_words("geht gehen verlasst verlassen bleibt bleiben landet landen"),
        places=_words(
            "internet cloud server rechner computer netz netzwerk firma firmen google openai irgendwohin wohin"
        ),
        others=_words(
            "alles an auch auf aus bei da daten dann das dateien dem den der die dies diese diesen eine einem einen",
            "eingebe eintippe fremde hier ich im in ins irgendein irgendeine irgendeinen irgendwo kann",
            "konnen mein meine meinen mit nachrichten namen nur schreibe texte und unsere von was wenn wir zu zum",
            "hochlade irgendwann",
        ),
    ),
    "fr": _Vocabulary(
        openings=_words("est sont qui ou que mes ce ca cela va vont si quand"),
        kept=_words(
            "stocke stockes stockees enregistre enregistres enregistrees garde gardees envoye envoyes envoyees",
            "partage partagees transmis transmises prive privees",
        ),
        seen=_words("voir lire voit lit"),
        readers=_words("qui quelqu personne autre autres"),
        gone=_words("part partent sort sortent reste restent va vont"),
        places=_words("internet cloud serveur serveurs ordinateur reseau entreprise google openai dehors"),
        others=_words(
            "a au autre c ce ces cela cet ceci colle d dans de des donnees du ecris elles en est et ici il ils j je l",
            "la le les leur machine messages mes mon notre nos on ont ou part peut peuvent quelque que qu sont sur ta",
            "tape textes tout tous un une vers y fichiers eux t ma liste client clients noms patients mets envoie si",
        ),
    ),
    "es": _Vocabulary(
        openings=_words("se mis quien quienes donde adonde que lo salen van queda quedan esto eso alguien si cuando"),
        kept=_words(
            "guarda guardan guardado guardados almacena almacenan envia envian enviado comparte comparten sube suben",
            "privado privados",
        ),
        seen=_words("ver leer ve lee"),
        readers=_words("quien quienes alguien otros otro nadie"),
        gone=_words("sale salen va van queda quedan"),
        places=_words("internet nube servidor servidores ordenador computadora red empresa google openai fuera parte"),
        others=_words(
            "a al algun alguna aqui con datos de del el ellos en ese esta este esto escribo fuera la las lo los me",
            "lista listas cliente clientes nombres pacientes sitio lugar si cuando copio",
            "mensajes mi mis nuestro nuestros o otra pego por puede pueden que se subo todo textos un una y archivos",
        ),
    ),
}


def privacy_question_language(words: Sequence[str]) -> Language | None:
    """Return the language of a question about who reads or keeps what is written; None for other words.

    ``words`` are in lower case, without accents.
    """
    return next((language for language, vocabulary in _VOCABULARIES.items() if vocabulary.asks(words)), None)
