"""Lines by a word, anagrams, two short lists, words against words, limits beside a count, orders with their reason."""

import pytest

from tests.builtins.asking import ask

LOG = "[12:01] worker 3 started\n[12:04] worker 3 timeout after 30s\n[12:05] ok\n[12:09] worker 2 Timeout after 30s"
HITS = "[12:04] worker 3 timeout after 30s\n[12:09] worker 2 Timeout after 30s\n```"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"which lines have timeout in them\n{LOG}", f"**2** of 4 (upper and lower case alike).\n\n```\n{HITS}"),
        (f"in which lines does timeout appear?\n{LOG}", HITS),
        ("show me only the lines with error\nok start\nError 5\nend", "```\nError 5\n```"),
        ('lines without "ok":\nok start\nError 5\nend', "Lines without “ok”: **2** of 3"),
        ("how many lines start with ERROR?\nERROR a\nok\nerror b", "Lines that start with “ERROR”: **2** of 3"),
        ("remove all lines with debug:\ndebug a\ninfo b\ndebug c", "Lines taken out: **2**, left: 1"),
        ("which lines mention payment failed or refund\npayment failed 3\nrefund 2\nfine", "**2** of 3"),
        ("how many lines contain the word sal\nsal y pan\nsalsa\nagua", "Inside a longer word only: 1."),
        ("welche Zeilen enthalten Fehler?\nFehler 1\nok\nfehler 2", "Zeilen mit „Fehler“: **2** von 3"),
        ("alle Zeilen, in denen Miete vorkommt\nMiete Mai\nStrom\nMiete Juni", "```\nMiete Mai\nMiete Juni\n```"),
        ("quelles lignes contiennent erreur ?\nerreur 1\nok\nErreur 2", "« erreur » : **2** sur 3"),
        ("Zeilen ohne Fehler anzeigen\nFehler 1\nok", "Zeilen ohne „Fehler“: **1** von 2"),
        ("alle Zeilen mit debug löschen\ndebug 1\nok", "Entfernte Zeilen: **1**, übrig: 1"),
        ('muéstrame las líneas sin "ok"\nok 1\nmal\nok 2', "Líneas sin «ok»: **1** de 3"),
    ],
)
def test_lines_are_chosen_by_a_word(message: str, expected: str) -> None:
    assert expected in ask("text_statistics", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "which lines have numbers in them\nabc 3\ndef",
        "which lines have more than 20 characters\nabc 3\ndef",
        "how many lines have a date\nabc 3\ndef",
        "which lines contain dogs cats\na\nb",
        "does jam appear in both lists? A: milk, tea B: milk, jam",
        "what are anagrams of listen",
        "are these anagrams: listen, silent",
        "which names are in the second list? A: anna, bert, carl B: bert, dora, emil",
        "which is cheaper? A: 5 apples, 3 eur B: 7 apples, 4 eur",
        "how many e are in the text i sent you",
        "how many times does the letter a appear in banana and orange",
    ],
)
def test_a_neighbour_is_declined(message: str) -> None:
    assert ask("text_statistics", message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("are listen and silent anagrams", "**Yes.**"),
        ('is "dusty" an anagram of "study"?', "**Yes.**"),
        ("is dusty an anagram of studies", "**No.**"),
        ('are "dirty room" and "dormitory" anagrams of each other?', "**Yes.**"),
        ("are listen and listen anagrams", "**No.**"),
        ('sind "Lager" und "Regal" Anagramme?', "**Ja.**"),
        ("ist Ampel ein Anagramm von Palme?", "**Ja.**"),
        ("est-ce que chien et niche sont des anagrammes ?", "**Oui.**"),
        ("¿son amor y roma anagramas?", "**Sí.**"),
    ],
)
def test_anagrams_have_the_same_letters(message: str, expected: str) -> None:
    assert ask("text_statistics", message).answer.startswith(expected)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "which names are only in the second list? A: anna, bert, carl B: bert, dora, emil",
            "Only in B: **dora, emil** (2).",
        ),
        (
            "who is on list A but not on list B\nA: anna, bert, carl\nB: bert, dora, emil",
            "Only in A: **anna, carl** (2).",
        ),
        ("which are in both? first: milk, eggs, tea second: tea, jam, Milk", "In both: **milk, tea** (2)."),
        ("who came only on tuesday?\nMonday: anna, bert\nTuesday: bert, dora", "Only in Tuesday: **dora** (1)."),
        ("which are only in one list? A: ann, bob B: bob, cem", "In one of them only: **ann, cem** (2)."),
        ("wer fehlt in Liste B? A: Anna, Bert, Carl; B: Bert, Dora, Emil", "Nur in A: **Anna, Carl** (2)."),
        (
            "quels noms sont seulement dans la deuxième liste ? A : anna, bert B : bert, dora",
            "Seulement dans B : **dora** (1).",
        ),
        ("qué hay en ambas listas? 1: pan, leche 2: leche, té", "En ambas: **leche** (1)."),
        ("Kommt das Wort Mond öfter vor als Stern? Mond Stern Mond", "**Ja.** “Mond” **2**, “Stern” **1**"),
        ("is 'the' used more often than 'a' in: a cat saw the dog and a bird", "**No.** “the” **1**, “a” **2**"),
        ("which appears more often, cat or dog: cat dog dog", "**dog** is there more often"),
        ("est-ce que le mot chat apparaît plus souvent que chien : chat chien chat", "**Oui.** “chat” **2**"),
        ("aparece más veces la palabra sol que luna: sol luna sol", "**Sí.** “sol” **2**"),
        ("how many times does the letter s appear in mississippi rivers", "“s” appears **5** times"),
        ("cuántas veces sale la palabra sal en esto: pon sal, luego sal y salsa", "«sal» aparece **2** veces"),
    ],
)
def test_words_and_lists_are_compared(message: str, expected: str) -> None:
    assert ask("text_statistics", message).answer.startswith(expected)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "how many words is this, the form allows only 20:\nThe boiler makes that noise again.",
            "**Yes.** The text has 6 words: 14 below 20.",
        ),
        (
            "wie viele zeichen hat das mit leerzeichen? anzeige darf max 45\nGute Lage, ruhig, Balkon, 5 Min zur Bahn",
            "**Ja.** Der Text hat 40 Zeichen: 5 unter 45.",
        ),
        (
            "how many characters? the field takes max 30: Please ring twice at the door",
            "**Yes.** The text has 29 characters: 1 below 30.",
        ),
        ("how many words is this? it must not exceed 10: one two three", "**Yes.** The text has 3 words: 7 below 10."),
        (
            "wie viele Wörter sind das, erlaubt sind nur 5: Wir kommen heute Abend zu euch nach Hause",
            "**Nein.** Der Text hat 8 Wörter: 3 mehr als 5.",
        ),
        ("combien de caractères ? la limite est de 20 : Bonjour à toutes", "**Oui.** Le texte a 16 caractères"),
        ("cuántas palabras tiene, solo permite 10: Nos vemos mañana en la plaza", "**Sí.** El texto tiene 6 palabras"),
    ],
)
def test_a_limit_beside_a_count_is_answered(message: str, expected: str) -> None:
    answer = ask("text_statistics", message).answer
    assert expected in answer
    assert "not use" not in answer


@pytest.mark.parametrize(
    "message",
    [
        "how many words is this, i paid only 20 euros: I am late again today",
        "how many words and characters, max 40: I am late again today",
        "does rain appear more than twice: rain rain rain",
    ],
)
def test_a_number_that_is_no_limit_of_the_count_decides_nothing(message: str) -> None:
    answer = ask("text_statistics", message).answer
    assert "**Yes.**" not in answer
    assert "**No.**" not in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "took the caption in caps by mistake, lower case it pls: WE MISSED THE FERRY",
            "```\nwe missed the ferry\n```",
        ),
        ("aus Versehen in Großbuchstaben getippt, bitte klein schreiben: HALLO WELT", "```\nhallo welt\n```"),
        (
            "theres a ton of extra   spaces   in   this  line  i copied   from a pdf, clean it. text: Rent   is  due",
            "```\nRent is due\n```",
        ),
        ("doppelte Leerzeichen entfernen: a  b   c", "```\na b c\n```"),
        ("enlève les espaces en trop : a  b   c", "```\na b c\n```"),
        ("quita los espacios dobles: a  b   c", "```\na b c\n```"),
        ("reverse the order of lines (newest should be on top)\nv1 a\nv2 b\nv10 c", "```\nv10 c\nv2 b\nv1 a\n```"),
        ("Zeilen umdrehen, die neueste soll oben stehen\n1 a\n2 b\n3 c", "```\n3 c\n2 b\n1 a\n```"),
        ("one line per name please, separated by comma now: Dana, Yusuf, Mei", "```\nDana\nYusuf\nMei\n```"),
        ("one line per item, they're separated by slashes now: a/b/c", "```\na\nb\nc\n```"),
        ("una línea por nombre: Dana, Yusuf, Mei", "```\nDana\nYusuf\nMei\n```"),
        (
            "remove the doubles from my shopping list but leave the order\nmilk\neggs\nbread\nmilk",
            "```\nmilk\neggs\nbread\n```",
        ),
        ("Doppelte raus, Reihenfolge beibehalten\nb\na\nb", "```\nb\na\n```"),
        ("lowercase this address: John.DOE@Example.COM", "```\njohn.doe@example.com\n```"),
        (
            "sort and drop the doubles, also say how many remain: lime, plum, date, lime",
            "```\ndate, lime, plum\n```\n\nThe list has **3** items.",
        ),
        (
            "Doppelte entfernen und sag mir, wie viele übrig bleiben: a, b, a",
            "```\na, b\n```\n\nDie Liste hat **2** Einträge.",
        ),
        ("sort and reverse: b, a, c", "```\nc, b, a\n```"),
        ("join with commas: a\nb", "```\na, b\n```"),
    ],
)
def test_an_order_with_its_reason_is_read_whole(message: str, expected: str) -> None:
    assert ask("text_statistics", message).answer == expected


def test_a_change_that_changes_nothing_says_so() -> None:
    assert ask("text_statistics", "make it lowercase: already small").answer.startswith("That changes nothing here")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("who is missing?\nlist a: ann, bob, cid, dora\nlist b: ann, cid, dora", "Only in list a: **bob** (1)"),
        ("whats the difference? list 1: ann, bob, cid list 2: ann, cid, eve", "Only in list 2: **eve** (1)"),
        ("invited: ann, bob, cid, dora\ncame: ann, cid\nwho is missing?", "Only in invited: **bob, dora** (2)"),
        ("who didnt come?\ninvited: ann, bob, cid, dora\ncame: ann, cid", "Only in invited: **bob, dora** (2)"),
        ("team: ann, bob, cid\npaid: bob\nwho still has to pay?", "Only in team: **ann, cid** (2)"),
        ("Wer hat noch nicht bezahlt?\nAlle: Ann, Bob, Cid\nBezahlt: Bob, Cid", "Nur in Alle: **Ann** (1)"),
        ("Was fehlt?\nListe 1: Milch, Brot, Eier\nListe 2: Brot, Eier", "Nur in Liste 1: **Milch** (1)"),
        ("Qui n'est pas venu ?\ninvités: Ann, Bob, Cid\nvenus: Ann", "Seulement dans invités: **Bob, Cid** (2)"),
        ("¿Quién falta?\nlista 1: Ana, Luis, Eva\nlista 2: Ana, Eva", "Solo en lista 1: **Luis** (1)"),
    ],
)
def test_who_is_in_one_of_two_lists_only(message: str, expected: str) -> None:
    assert expected.replace(" :", ":") in ask("text_statistics", message).answer.replace(" :", ":")


@pytest.mark.parametrize(
    "message",
    [
        "who is not a vegetarian?\nmenu: soup, steak\nguests: ann, bob",
        "who did not come?\ninvited: ann, bob\ncame: cid, ann",
        "who came?\ninvited: ann, bob, cid\ncame: ann",
    ],
)
def test_other_questions_about_two_lists_are_left(message: str) -> None:
    assert "Only in" not in ask("text_statistics", message).answer
