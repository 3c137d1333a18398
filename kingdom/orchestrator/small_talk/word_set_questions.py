"""Recognize questions about Kingdom by the words that they consist of, whatever their order. Pure rules.

Each topic has too many forms to list: "does it cost anything or must I sign up", "can I rely on your numbers". Every
word has to be one of such a question, so that a message with a matter of its own is none: "what does a
parcel cost here".
"""

from collections.abc import Iterator, Mapping, Sequence

from kingdom.orchestrator.small_talk.phrases import Language, Topic
from kingdom.orchestrator.small_talk.word_sets import WordSet, words_of
from kingdom.orchestrator.small_talk.word_sets_germanic import DE_WORD_SETS, EN_WORD_SETS
from kingdom.orchestrator.small_talk.word_sets_romance import ES_WORD_SETS, FR_WORD_SETS

# Words that say nothing by themselves; they may stand in every text.
_FUNCTION_WORDS: Mapping[Language, frozenset[str]] = {
    "en": words_of(
        "a about actually all also always am an and any anything are as at be been being but by can could",
        "did do does even ever every exactly for from get gets getting go going got had has have hello",
        "hey hi how i if im in is it its ive just know let like me my need no not now of off ok okay on",
        "only or our out please really right should so some something still than that the their them then",
        "there they this to too up us use using want was we well were what whats when where which who",
        "whos why will with would yes you your youre",
    ),
    "de": words_of(
        "aber alle alles also am an auch auf aus bei bin bist das dass dein deine dem den denn der dich",
        "die dir doch du eigentlich ein eine einem einen einer er es etwas fur hab habe haben hallo hast",
        "hat hier ich ihr im in ist ja jede jeden jetzt kann kannst man mal mein meine mich mir mit muss",
        "nach nicht noch nun nur ob oder ohne schon sehr sein sich sie sind so soll um und uns von war",
        "was wenn wer wie will wir wird wirklich wo zu zum zur",
    ),
    "fr": words_of(
        "a ai alors au aussi aux avec avez bien bon bonjour c ca ce cela ces cet cette d dans de des donc",
        "du elle en es est et etes eux faut fait ici il ils j je juste l la le les leur ma mais me mes",
        "moi mon n ne non on ont ou oui par pas peut peux pour qu quand que quel quelle qui s sa sans se",
        "ses si son sont suis sur t ta te tes toi ton tout tres tu un une va vos votre vous vraiment y",
        "truc",
    ),
    "es": words_of(
        "a ahora al algo aqui asi bien bueno como con cual cuando de del dime el ella en entonces era",
        "eres es esa ese esta estas esto estoy fue ha hay hola la las le lo los me mi mis muy nada",
        "necesito no nos o para pero por puedo que quien se ser si sin sobre solo son soy su sus tambien",
        "te tengo tiene tu tus un una usar usarlo y ya yo",
    ),
}
WORD_SETS: Mapping[Language, Sequence[WordSet]] = {
    "en": EN_WORD_SETS,
    "de": DE_WORD_SETS,
    "fr": FR_WORD_SETS,
    "es": ES_WORD_SETS,
}


def topics_of_words(words: Sequence[str]) -> Iterator[tuple[Topic, Language]]:
    """Yield the topic and the language of each word set that the words, in lower case without accents, belong to."""
    for language, word_sets in WORD_SETS.items():
        for word_set in word_sets:
            if word_set.holds(words, _FUNCTION_WORDS[language]):
                yield word_set.topic, language
