"""Redaction of similar requests of several users: a word is shown only if enough of them used it. Pure."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from kingdom.cognition.message_reading.message_language import fold_text, is_function_word
from kingdom.core.text.secret_masking import mask_secrets

MIN_USERS = 3  # who used a word that is shown, and who asked at all
MAX_WISHES = 10  # listed, those with the most shown words
MAX_WISH_CHARS = 1_000  # leading characters of a request
HIDDEN = "…"
_MAX_DIGITS = 3  # of a word that is shown: more name an account, a customer or a phone, also to colleagues who share it
_TOKEN = re.compile(r"\w+(?:['’]\w+)*|\S")
_HIDDEN_RUN = re.compile(rf"{HIDDEN}(?:\s*{HIDDEN})+")


def redacted_wishes(wishes: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """Return similar requests, given as (user id, text), without what only one or two of the users wrote.

    Function words and words that at least ``MIN_USERS`` users used stay, every other word is ``…``: names, numbers and
    addresses of one user are not shown, long numbers and codes of nobody. Nothing is returned of fewer users.
    """
    if len({user for user, _ in wishes}) < MIN_USERS:
        return ()
    tokens = [(user, _TOKEN.findall(mask_secrets(text[:MAX_WISH_CHARS]))) for user, text in wishes]
    users_of: defaultdict[str, set[int]] = defaultdict(set)
    for user, words in tokens:
        for word in words:
            users_of[fold_text(word)].add(user)
    shown = {_redacted(words, users_of): _shared_words(words, users_of) for _, words in tokens}
    ranked = sorted((text for text, count in shown.items() if count), key=lambda text: (-shown[text], text))
    return tuple(ranked[:MAX_WISHES])


def _redacted(words: Sequence[str], users_of: Mapping[str, set[int]]) -> str:
    kept = (word if is_function_word(word.lower()) or _is_shared(word, users_of) else HIDDEN for word in words)
    return _HIDDEN_RUN.sub(HIDDEN, " ".join(kept))


def _shared_words(words: Sequence[str], users_of: Mapping[str, set[int]]) -> int:
    return sum(word.isalpha() and not is_function_word(word.lower()) and _is_shared(word, users_of) for word in words)


def _is_shared(word: str, users_of: Mapping[str, set[int]]) -> bool:
    is_code = sum(character.isdigit() for character in word) > _MAX_DIGITS
    return not is_code and len(users_of[fold_text(word)]) >= MIN_USERS
