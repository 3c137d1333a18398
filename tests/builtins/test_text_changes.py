"""Texts in another form: backwards, in capitals, sorted, without what is too much."""

import pytest

from tests.builtins.asking import ask, output

ROLE = "text_statistics"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("write this backwards: stressed lamp", "pmal desserts"),
        ("reverse the order of this list please\nintro\nlunch\ndrinks", "drinks\nlunch\nintro"),
        ("reverse the order: first, second, third", "third, second, first"),
        ("put this in lower case pls, my caps lock was on:\nHELLO JENNY", "hello jenny"),
        ("turn customer_first_name into camelCase", "customerFirstName"),
        ("make invoice_total_amount camel case", "invoiceTotalAmount"),
        ("swap every space for an underscore: my new file", "my_new_file"),
        ("UserProfilePage to kebab-case", "user-profile-page"),
        ("put a bullet in front of every line:\nwash car\nbuy stamps", "- wash car\n- buy stamps"),
        ("split this by comma into separate lines: Anna, Ben", "Anna\nBen"),
        ("bitte alphabetisch sortieren:\nVogel\nKrause", "Krause\nVogel"),
        ("schreibe rückwärts: Lampe", "epmaL"),
        ("make it all caps - final notice for unit 12b", "FINAL NOTICE FOR UNIT 12B"),
        ("mets en majuscules : bonjour à tous", "BONJOUR À TOUS"),
        ("pasa a mayúsculas: hola mundo", "HOLA MUNDO"),
        ("convert to lowercase: HELLO World", "hello world"),
        ("title case please: the lord of the rings", "The Lord Of The Rings"),
        ("sort these alphabetically: pear, apple, fig", "apple, fig, pear"),
        ("reverse the words: one two three", "three two one"),
        ("remove double spaces: a  b   c", "a b c"),
        ("remove duplicates:\na\nb\na", "a\nb"),
        ("first letter of each word: as soon as possible", "ASAP"),
        ("put these lines in reverse order (last one first)\none\ntwo\nthree", "three\ntwo\none"),
        ("turn this list into one line separated by commas\nnails\ntape measure", "nails, tape measure"),
        ("number these lines for me\npreheat oven\nbake 20 min", "1. preheat oven\n2. bake 20 min"),
        ("sort alphabetically and number them:\npear\napple", "1. apple\n2. pear"),
        ("make this a bullet list: milk, eggs", "- milk\n- eggs"),
        ("make each word on its own line: red green", "red\ngreen"),
        ("replace every ; with a comma in this line: apples;pears;plums", "apples,pears,plums"),
        ("ersetze alle Kommas durch Semikolons: a,b,c", "a;b;c"),
        ("remplace les espaces par des tirets : un deux trois", "un-deux-trois"),
        ("replace the word cat with dog in: The cat sat. Cats sit.", "The dog sat. Cats sit."),
        ("remove the word very: I am very very happy", "I am happy"),
        ("uppercase and remove the vowels: hello world", "HLL WRLD"),
        ("convert to snake_case: Total Order Amount", "total_order_amount"),
        ("camelCase: user first name", "userFirstName"),
        ("Title case please - the lord: the king", "The Lord: The King"),
        ("remove blank lines\na\n\nb", "a\nb"),
        ("sort these words by length: pear fig banana kiwi", "fig pear kiwi banana"),
        ("extract all hashtags from: love #sun and #sea", "#sun\n#sea"),
        ("join these with a dash: red, green, blue", "red-green-blue"),
        ("trim the extra spaces: hello    world", "hello world"),
        ("sort by length, longest first: pear fig banana", "banana pear fig"),
        ("put my shopping list in alphabetical order and take out the doubles\neggs\nflour\neggs", "eggs\nflour"),
        ("alphabetisch sortieren und Doppelte raus:\nTom\nAnna\nTom", "Anna\nTom"),
        ("sort my list alphabetically, no repeats\npear\nfig\npear", "fig\npear"),
        ("sortier mir die Namen bitte nach dem Alphabet:\nYilmaz\nÖzdemir", "Özdemir\nYilmaz"),
        ("put these names in order of the alphabet\nYilmaz\nAlbers", "Albers\nYilmaz"),
        ("I typed the notice with caps lock on, make it normal lower case: PLEASE PAY", "please pay"),
        ("my caps lock was on, fix this: HELLO JENNY. BYE", "Hello jenny. Bye"),
        ("mach das in normale Groß- und Kleinschreibung: BITTE GEHEN", "Bitte gehen"),
        ("j'ai oublié le verrouillage majuscule, mets en minuscules : NE PAS", "ne pas"),
        ("replace Mr. Ott with Mrs. Lind everywhere\n\nDear Mr. Ott, if Mr. Ott", "Dear Mrs. Lind, if Mrs. Lind"),
        ("ersetze Herr Klein durch Frau Groß\n\nGuten Tag Herr Klein", "Guten Tag Frau Groß"),
        ("swap Room 12 for Room 14 everywhere in this: Room 12, Room 120", "Room 14, Room 120"),
        ("change Monday to Tuesday in this: See you Monday", "See you Tuesday"),
        ("copied this from a pdf and it has line breaks everywhere, make it one line\n\na b\nc", "a b c"),
        ("kannst du die Zeilenumbrüche entfernen, ist aus einem PDF kopiert:\nDer\nSchein", "Der Schein"),
        ("pon todo en una sola línea:\nEl\npedido", "El pedido"),
    ],
)
def test_a_text_in_another_form(message: str, expected: str) -> None:
    assert output(ROLE, message)["asked"][0]["value"] == expected
    assert expected in ask(ROLE, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "how many uppercase letters are in: Hello World ABC",
        "how many words in reverse: one two three",
        "how many lines have a comma:\na,b\nc\nd,e",
        "how many spaces are in: a b c",
    ],
)
def test_a_question_is_no_wish_for_a_change(message: str) -> None:
    assert "```" not in ask(ROLE, message).answer


def test_the_text_before_is_changed() -> None:
    assert "OAK AND ELM" in ask(ROLE, "and now in capitals", "how many words: oak and elm").answer


def test_the_most_frequent_word_may_be_an_article() -> None:
    made = ask(ROLE, "which word comes up most often: the cat saw the dog and the dog saw the bird").answer
    assert "“the” (**4**)" in made
    assert ask(ROLE, 'is "level" the same backwards?').answer.startswith("**Yes**")


def test_a_word_of_the_order_that_no_step_reads_is_said() -> None:
    assert "“pirate”" in ask(ROLE, "write this in pirate speak backwards: hello").answer
    assert "“" not in ask(ROLE, "write this backwards: hello pirate").answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sort these: walnut, almond, pecan", "almond, pecan, walnut"),
        ("sort these: 30, 7, 112, 9", "7, 9, 30, 112"),
        ("sort these lines:\n30\n7,5\n112", "7,5\n30\n112"),
    ],
)
def test_a_bare_list_is_sorted_and_numbers_by_their_values(text: str, expected: str) -> None:
    assert f"\n{expected}\n" in ask("text_statistics", text).answer


@pytest.mark.parametrize(
    ("before", "message", "expected"),
    [
        ("need this as snake_case: Total Net Revenue", "and camelCase", "totalNetRevenue"),
        ("uppercase this: staff lunch menu", "now in title case", "Staff Lunch Menu"),
        ("upper case please: Closed on Sunday", "and in lower case", "closed on sunday"),
    ],
)
def test_another_form_is_made_of_the_text_of_the_order_before(before: str, message: str, expected: str) -> None:
    """The words of the order before are no text."""
    assert output(ROLE, message, before)["asked"][0]["value"] == expected


@pytest.mark.parametrize(
    ("before", "message", "count"),
    [
        ("count the word water in this: Water and acid. No acid.", "and acid?", 2),
        ("wie oft kommt Wasser vor: Wasser und Säure.", "und Säure?", 1),
        ("how many letter a in: bread and tea", "and 'e'?", 2),
        ("how many r are in strawberry", "what about e", 1),
    ],
)
def test_another_word_is_counted_in_the_text_before(before: str, message: str, count: int) -> None:
    assert output(ROLE, message, before)["asked"][0]["value"] == count


def test_no_word_is_counted_where_a_message_asks_something_else() -> None:
    before = "how often does cat appear in: cat and dog lines"
    assert output(ROLE, "and lines?", before)["asked"][0]["what"] == "lines"
    assert "“now”" not in ask(ROLE, "and now?", before).answer
