"""The frames that the user's own words in a message fill, by the mood of each sentence."""

import re
from collections.abc import Callable, Iterator

from kingdom.ministers.guardian.relations.frames import Frame, Mood, load_frames
from kingdom.ministers.guardian.relations.part_weights import load_weights, parts_of
from kingdom.ministers.guardian.relations.request_orders import order_relations

# The user's own order: a sentence that begins with its verb, after words of courtesy or time.
OWN_ORDER = re.compile(
    r"\W*(?:(?:please|now|then|also|and|just|so|bitte|from (?:now|today|here)(?: on)?|(?:can|could|would|will) you"
    r"|help me(?: to)?"
    r"|i (?:want|need) you to|you (?:must|should|will|shall)|let's),? ){0,3}"
    r"(?!(?:i|we|he|she|it|they|you|my|our|his|her|their|the|an?|this|that|these|those|there|here|what|which|who|how"
    r"|why|when"
    r"|if|in|on|at|for|of|with|during|after|before|as|some|many|every|each|all|no|not|is|are|was|were|do you|does|did"
    r"|imagine|describe|explain|discuss|summari[sz]e|translate|define)\b)[^\W\d_]{2,}",
    re.I,
)
FICTION = re.compile(
    r"\b(?:story|stories|novel|poem|tale|scene|plot|character|protagonist|screenplay|song|lyrics|essay|article"
    r"|fiction\w*"
    r"|game|movie|film|roman|geschichte|gedicht|histoire|po[eè]me|cuento|poema)\b",
    re.I,
)
_ASKS_POLITELY = re.compile(
    r"\W*(?:(?:and|so|now|please|hey|hi|hello),? ){0,2}(?:(?:can|could|would|will|may) you(?: please| maybe| just)?"
    r"|kannst du|k[oö]nntest du|w[uü]rdest du|peux[- ]tu|pourrais[- ]tu|puedes|podr[ií]as)\s"
    r"(?!(?:explain|describe|define|discuss|tell me (?:how|why|what|whether|if|when|who)|erkl[aä]r\w*|expliqu\w*"
    r"|explica\w*|tell)\b)",
    re.I,
)
_ASKS = re.compile(
    r"\W*(?:(?:and|so|but|also|und|et|y),? )?(?:how|why|what|when|where|which|who|is|are|was|were|do|does|did"
    r"|can|could|may"
    r"|should|would|must|wie|warum|was|wann|wo|welche\w*|wer|ist|sind|darf|kann|soll|comment|pourquoi|quand|o[uù]|quel\w*"
    r"|est-ce|c[oó]mo|por qu[eé]|cu[aá]ndo|d[oó]nde|cu[aá]l\w*|qui[eé]n|es|¿)\b",
    re.I,
)
# What the message works on: the words of somebody else, between quotation marks or behind a colon.
_WORKS_ON_WORDS = re.compile(
    r"\W*(?:please |bitte |can you |could you )?(?:translate|summari[sz]e|explain|proofread|correct|rephrase"
    r"|rewrite|shorten"
    r"|classify|condense|count|make|turn|draft|compose|write (?:a|an|the|to|our|my|me)|reply|answer (?:this"
    r"|the) (?:mail|letter"
    r"|message)|[uü]bersetz\w*|fass\w*|erkl[aä]r\w*|korrigier\w*|schreib\w*|tradui[st]\w*|r[eé]sum\w*|corrig\w*|expliqu\w*"
    r"|r[eé]dig\w*|traduce|resume|corrige|explica|redacta|escribe (?:un|una))\b[^\"“„«:]{0,120}(?:[\"“„«]|:\s)",
    re.I,
)
_QUOTATION = re.compile(r"[\"“„«][^\"”»]{8,4000}[\"”»]|(?<!\w)'[^'\n]{8,400}'(?!\w)")
_ABOUT_ATTACKS = re.compile(
    r"\b(?:prompt injection|jailbreaks?|attack\w*|phishing|scams?|suspicious|trick|manipulat\w+ attempt"
    r"|angriff\w*|betrug"
    r"|verd[aä]chtig\w*|attaque|arnaque|ataque|estafa|homework|essay on|what does (?:it|this|that) mean)\b",
    re.I,
)
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\n+")
_LONGEST = 6_000  # characters of the user's own words that are read for frames
_MOST_SENTENCES = 60  # of a message whose parts are summed
_LONGEST_WHOLE = 1_200  # characters of a message whose sentences are read together
# Marks of a chat template or of a system's voice at the beginning of a line; none of them is a user's to write.
_SYSTEM_MARK = re.compile(
    r"</?(?:system|developer|user_message|user|assistant|operator|admin|instructions?)>|<\|\w{2,20}\|>|\[/?(?:inst|system|admin\w*"
    r"|developer|operator|end of|begin|new session)\b[^\]\n]{0,60}\]|^#{2,4}\s*(?:new )?(?:system|instructions?"
    r"|developer|admin\w*"
    r"|operator)\b|^-{2,}\s*(?:begin|end|start|new)\b[^\n]{0,40}|\"role\"\s*:\s*\"(?:system|developer)\""
    r"|^(?:system|developer|operator|admin\w*|guardian|council|king|systemnachricht|system ?message"
    r"|system ?update|operator ?note"
    r"|message syst[eè]me|mensaje del sistema|config(?:uration)? override)\s*:"
    r"|^assistant\s*:\s*(?:sure|of course|okay|ok|yes)\b|\bend of (?:user|the) input\b|\bbegin of operator\b",
    re.I | re.M,
)
_CONTROL_FALLS = re.compile(
    r"\b(?:checks?|review\w*|refus\w*|approvals?|confirmations?|limits?|logging|safety|gates?|filters?|polic\w+|restrictions?"
    r"|guard\w*|moderation|pr[uü]fung\w*|freigabe\w*|contr[oô]les?|validations?|controles?|aprobaci[oó]n\w*)\b[^\n]{0,40}"
    r"(?:\boff\b|disabled|switched off|turned off|lifted|=\s?(?:false|off|auto|none|0)|skip\w*|suspended"
    r"|no longer|entf[aä]ll\w*"
    r"|auto\w*|levé\w*|suprim\w*|open\b|not needed)"
    r"|\b(?:no|without|skip|exempt from|disable|switch(?:ed)? off|lift|bypass|keine|sans"
    r"|sin)\b[^\n]{0,20}\b(?:content )?(?:checks?"
    r"|review\w*|refusals?|approvals?|confirmations?|limits?|filters?|gates?|restrictions?|pr[uü]fung\w*|freigabe\w*)\b"
    r"|\b(?:comply with all|answer everything|obey|straight to the shell|maintenance (?:mode|console)|commands go)\b"
    r"|\b(?:print|show|list|give out|output|cat|dump|send)\b[^\n]{0,40}\b(?:keys?|tokens?|secrets?|vault"
    r"|passwords?|environment"
    r"|credentials)\b",
    re.I,
)
_OVERRIDES = frozenset({"request.sets_rules_aside", "request.text_above", "story.kept", "story.unasked"})


def frame_rules(own: str) -> Iterator[str]:
    """Yield the rules of the frames that the user's own words fill, sentence by sentence and as a whole."""
    own = own[:_LONGEST]
    if _SYSTEM_MARK.search(own) and _CONTROL_FALLS.search(own):
        yield "request.voice_of_system"
    words = own_words(own)
    talks = _WORKS_ON_WORDS.match(words) is not None or _asks_about_attacks(own)
    if not talks:
        yield from _relation_rules(own)
    for frame in _filled(words):
        if not (talks and frame.rule in _OVERRIDES):
            yield frame.rule


def _relation_rules(own: str) -> Iterator[str]:
    for sentence, mood in own_sentences(own):
        if mood in ("order", "statement"):
            yield from order_relations(sentence)


def adds_up(own: str) -> bool:
    """Return whether the parts of a sentence of the user's own sum up to an attack."""
    weights = load_weights()["request"]
    return _WORKS_ON_WORDS.match(own) is None and any(
        weights.exceeds(parts_of(sentence, mood, with_words=False))
        for sentence, mood in own_sentences(own)
        if mood in ("order", "statement")
    )


def own_words(own: str) -> str:
    """Return the words without quotations, which are somebody else's; with them if the message says to act on them."""
    outside = _QUOTATION.sub(" ", own)
    return own if "carries_out" in load_frames().read(outside).index.matches else outside


def _filled(words: str) -> Iterator[Frame]:
    for sentence in _SENTENCES.split(words):
        yield from load_frames().read(sentence).matching("request", _of_mood(mood_of(sentence)))
    if len(words) <= _LONGEST_WHOLE:
        yield from load_frames().read(words).matching("request", _is_of_whole_text)


def _is_of_whole_text(frame: Frame) -> bool:
    return frame.whole_text


def _of_mood(mood: Mood) -> Callable[[Frame], bool]:
    def is_read(frame: Frame) -> bool:
        return not frame.whole_text and mood in frame.moods

    return is_read


def own_sentences(own: str) -> list[tuple[str, Mood]]:
    """Return (sentence, mood) of the user's own words without quotations."""
    sentences = [sentence for sentence in _SENTENCES.split(own_words(own[:_LONGEST])) if sentence.strip()]
    return [(sentence, mood_of(sentence)) for sentence in sentences[:_MOST_SENTENCES]]


def mood_of(sentence: str) -> Mood:
    """Return the mood of a sentence: a polite question is an order, fiction is named by its form."""
    if FICTION.search(sentence):
        return "fiction"
    if _ASKS_POLITELY.match(sentence):
        return "order"
    if _ASKS.match(sentence) or sentence.rstrip().endswith("?"):
        return "question"
    return "order" if OWN_ORDER.match(sentence) else "statement"


def _asks_about_attacks(own: str) -> bool:
    """Return whether a question of the message, or its first order, is about an attack."""
    return any(
        _ABOUT_ATTACKS.search(sentence) and mood_of(sentence) == "question" for sentence in _SENTENCES.split(own)
    )
