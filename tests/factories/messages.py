"""Random messages and conversations for handlers."""

from hypothesis import strategies as st

WORDS = [
    "14", "kg", "in", "pounds", "3pm", "Berlin", "Tokyo", "ann@exa_mple.com", "@", "{", "}", "[",
    '"a"', ":", ",", "\n", "- ", "a,b\n1,2",
    "how many", "words", "days", "until", "christmas", "1/2", "'", '"', "°", "½", "UTC+5", "```",
    "yaml", "json", "|", ";", "\t", "-",
    "1e99", "é", "𝔘", "next", "friday", "feet", "and", "0", "31 November", "mean", "of", "...",
    "!", "null", "&x", "*x", "<<", "12:00",
    "ago", "%", "$5", "2024-02-30",
]  # fmt: skip
SOME_WORDS = st.lists(st.sampled_from(WORDS), max_size=25)
MESSAGES = st.one_of(st.text(max_size=300), SOME_WORDS.map(" ".join), SOME_WORDS.map("".join))
TURNS = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["user", "model", "specialist"]), "text": MESSAGES}), max_size=3
)
