"""Questions about a text with words that change what is counted, and constraints that lead to no count."""

import pytest

from tests.builtins.asking import ask

ROLE = "text_statistics"


def answered(message: str) -> str:
    """Return the answer of a message that is answered, without the table of the usual figures."""
    made = ask(ROLE, message)
    assert made.tag == "SUCCESS", made.answer
    return made.answer.split("\n\n| | |")[0]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('ad can be max 25 words, am I over? "One two three four five."', "**No.** The text has 5 words"),
        ("am i over the limit of 3 words: one two three four", "**Yes.** The text has 4 words: 1 more than 3"),
        (
            "does this fit in one sms of 20 characters, spaces included: See you at nine, Bob!",
            "**No.** The text has 21",
        ),
        ("Passt das in eine SMS mit 20 Zeichen: Bis heute Abend!", "**Ja.** Der Text hat 16 Zeichen"),
        ("Bin ich drüber? Limit 10 Zeichen: Sommerfest heute", "**Ja.** Der Text hat 16 Zeichen"),
        ("Ist das zu lang für 20 Zeichen? Frische Brötchen ab 6 Uhr", "**Ja.** Der Text hat 25"),
        ("Ist mein Titel länger als 8 Zeichen? „Der alte Mann“", "**Ja.** Der Text hat 13"),
        ("Est-ce que ça tient en 20 caractères ? Bonjour à tous les amis", "**Non.** Le texte a 23"),
        ("¿Cabe en un SMS de 160 caracteres? Hola, mañana no puedo ir.", "**Sí.** El texto tiene 25"),
        ("¿Es demasiado largo para 25 caracteres? Vendo bici casi nueva, barata", "**Sí.** El texto tiene 29"),
        ("Minimum is 4 words: I like to swim", "**Yes.** The text has 4 words: exactly 4"),
        ("Our slogan must not be longer than 3 words. ok? Eat well, live well", "**No.** The text has 4 words"),
        ("How many more words do I need to reach 20? I like to swim", "4 words: 16 below 20"),
        ("Wie viele Wörter fehlen mir noch bis 15? Ich gehe heute", "3 Wörter: 12 unter 15"),
        ("¿Me paso de 3 palabras? Hoy vamos al cine", "**Sí.** El texto tiene 4 palabras"),
        ("Combien de caractères de trop pour un tweet de 20 caractères ? Bonjour à tous les amis", "3 de plus que 20"),
        ("I have to write at least 5 words. Enough? I like to swim", "**No.** The text has 4 words: 1 below 5"),
        ("Is the word count over or under 10? I like to swim", "The text has 4 words: 6 below 10"),
        ("500 characters max, how many do I have left? I am writing.", "13 characters: 487 below 500"),
    ],
)
def test_limits_are_answered_the_way_they_are_asked(message: str, said: str) -> None:
    assert said in answered(message)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("How many sentences, my pupil says two: It rained. We left. Why?", "**3**. **No**, it is not 2."),
        ("I'm told it has 5 words but Ann says 4. Who is right? We like red tea", "not 5. **Yes**, it is 4."),
        ("Stimmt's, dass „Rhabarber“ 9 Buchstaben hat?", "**Ja**, es sind 9."),
        ("I think there are 7 words in this, right? The dog ran over the green hill", "**Yes**, it is 7."),
        ("The teacher says this has 12 words: The dog ran home. Is she right?", "**No**, it is not 12."),
        ("Mein Chef sagt, der Text hat 20 Wörter: Bitte die Tür schließen.", "**Nein**, es sind nicht 20."),
        ("Ma prof dit qu'il y a trois phrases. Combien y en a-t-il ? Il fait beau. On sort. Tu viens ?", "**Oui**"),
        ("Mi hijo dice que hay 8 palabras: El gato duerme en la cama", "**No**, no son 8."),
    ],
)
def test_what_somebody_believes_is_judged(message: str, said: str) -> None:
    assert said in answered(message)


@pytest.mark.parametrize(
    "message",
    [
        "how many words: my doctor says 5 pills are enough",
        "how many words of at most 5 letters: one two",
        "count the words in: she counted 4 sheep",
    ],
)
def test_other_numbers_are_no_belief(message: str) -> None:
    answer = ask(ROLE, message).answer
    assert "it is not" not in answer
    assert "**Yes**, it is" not in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many words in the second sentence: I ate. Then we all went home. It rained.", "Words: **5**"),
        ("Combien de mots dans la dernière phrase ? Il pleut. Nous restons ici ce soir.", "Mots: **5**"),
        ("¿Cuántas palabras hay en la primera línea?\nHoy es lunes\nMañana es martes y llueve", "Palabras: **3**"),
        ("Word count please, but don't count the heading:\n\nShop News\n\nJam is sold out.", "Words: **4**"),
        ("Wie viele Wörter ohne die Überschrift?\nUnser Garten\n\nEs ist warm.", "Wörter: **3**"),
        ("Combien de mots, sans compter le titre ?\nMon jardin\n\nLes roses sont belles.", "Mots: **4**"),
        ("How many words excluding numbers: I have 3 cats and 12 dogs", "Words: **5**"),
        ("how many words without the articles: the cat sat on a mat", "Words: **4**"),
        ("How many words if you skip the hashtags? Great day out #sun #sea", "Words: **3**"),
        ("How many words are inside the brackets? We went (all of us) home.", "Words: **3**"),
        ("Wie viele Wörter stehen in der Klammer? Wir (alle fünf) gehen heim.", "Wörter: **2**"),
        ("Welcher Satz ist am längsten? Ich gehe. Du bleibst noch hier.", "längster Satz: “Du bleibst noch hier.”"),
        ("¿Cuántas frases terminan en interrogación? ¿Vienes? Sí. ¿Cuándo?", "Frases interrogativas: **2**"),
        ("How many words before the first comma? Yesterday in town, we met Bob, too.", "Words: **3**"),
        ("How many words are in each sentence? I ate. We all went home.", "“We all went home.”: Words: **4**"),
        ("Wie viele Wörter hat jeder Satz? Ich gehe. Du bleibst hier.", "“Du bleibst hier.”: Wörter: **3**"),
        ("average words per line\none two\nthree four five", "**2.5**"),
        ('how many words without "really" and "very"? It was really good and very nice', "words: **5**"),
    ],
)
def test_a_part_of_the_text_is_counted(message: str, said: str) -> None:
    assert said in answered(message)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("The paper charges £2 per line. How many lines?\nLost cat\nblack\ncall Ann", "Lines: **3**"),
        ("how many words did I write in my second draft: one two three", "Words: **3**"),
        ("How many sentences are in this? In the morning I eat toast. Then I go.", "Sentences: **2**"),
        ("average words per sentence: I ate. We all went home.", "on average: **3.0**"),
        ("how many words in this note to both parents: We will be late.", "Words: **4**"),
        ("I send this to each of my clients, how many characters is it? Office closed.", "Characters: **14**"),
        ("word count, I must finish before the last bus: It was a dark night", "Words: **5**"),
        ("My teacher won't take it without a word count. How many words? The cat sat.", "Words: **3**"),
        ("wie viele Wörter sind das, ich muss es ohne Fehler abgeben: Heute ist es schön", "Wörter: **4**"),
        ("sans me tromper, combien de lettres dans « ordinateur » ?", "Lettres: **10**"),
        ("cuántas palabras tiene, es para cada alumno: el sol sale hoy", "Palabras: **4**"),
        ("How many sentences? Each child has a book. Both parents came.", "Sentences: **2**"),
        ("I pay per word. How many words? Lost: grey cat", "Words: **3**"),
        ("zähle die Zahlen: 3 Hunde und 4 Katzen", "Zahlen: **2**"),
    ],
)
def test_what_sounds_like_a_part_is_none(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "how many words have more than one e: eleven trees were there",
        "how many words between the commas: yes, of course we will, thanks",
        "what percentage of the letters are vowels: banana",
        "how many words rhyme with cat: hat mat dog",
        'Does "bookkeeper" have three double letters?',
        "how many words are longer than the average: one three eleven",
        "how many words if hyphenated words count as two: a well-known state",
        "what's the second most common word: red blue red green blue red",
        "how many more words than sentences: I ate. We left now.",
        "which word has the most vowels: tiny elephant queue",
        "Wie viele Wörter haben beide Texte zusammen? „Es regnet.“ und „Wir gehen.“",
        "how many words remain if I delete the last sentence? I ate. We left. It rained a lot.",
        "which word is used least: a a b b b c",
        "How many words are in the fifth sentence? I ate. We left.",
        "First and last word of this? The quick brown fox jumps",
        'Does the word "sun" appear before "moon"? The moon rose before the sun.',
        "Do both sentences have the same number of words? I like tea. You drink milk.",
    ],
)
def test_a_constraint_that_is_not_read_leads_to_no_count(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('how often does he say basically: "Basically we basically need chairs."', "appears **2** times"),
        ('How many times does he say stop in here? He said "stop" and "stop, stop!" The bus stopped.', "**3** times"),
        ('Wie oft sagt er "also": "Also, ich bin also da."', "**2**-mal"),
        ("Combien de fois dit-il « bon » ? Bon, alors bon, Bonjour.", "**2** fois"),
        ('¿Cuántas veces dice "pero"? Pero no quiero, pero voy, peros no hay.', "**2** veces"),
        ("Combien de fois le mot « eau » tout seul apparaît-il ? Un verre d'eau et un bateau.", "**1** fois"),
        ("How often does the word the appear, as a word of its own (capital or not)? The other day the sun", "**2**"),
        ("How many times do the words cat and dog appear: cat dog cat bird", "“dog” appears **1**"),
        ("Le mot « très » revient combien de fois ? C'est très, très bien.", "**2** fois"),
        ('How often does "ing" appear, also inside words? Singing all morning', "**3** times"),
        ('how often does the letter combination "th" occur: The thin thief', "**3** times"),
        ("how many words contain the letter e: the cat ate cheese", "**3** (the, ate, cheese)"),
        ("How many words don't contain the letter e? the cat ate cheese", "**1** (cat)"),
        (
            'how many times did she write "very" and how many times "really": Very, very really.',
            "“really” appears **1**",
        ),
        ("¿Qué palabra se repite más y cuántas veces? sol luna sol mar", "“sol” (**2**)"),
        ("how many times does each word appear: a b a", "“a” (**2**), “b” (**1**)"),
        ("most common word and how often is it there? Wash the cups, wash the plates and the pan.", "“the” (**3**)"),
    ],
)
def test_how_often_a_word_is_said(message: str, said: str) -> None:
    assert said in answered(message)


@pytest.mark.parametrize(
    "message", ["most frequent word + how often: red blue red", "most common word and how often: red blue red"]
)
def test_a_joint_before_how_often_is_no_word(message: str) -> None:
    assert answered(message).startswith("most common words")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("How many times does the letter r turn up in strawberry and raspberry together?", "Together: **6**"),
        ("How many times does the letter r turn up in kiwi and pear together? Only those two words.", "**1**"),
        ("Wie viele e stecken in Erdbeere und Seerose zusammen?", "Zusammen: **7**"),
        ("¿Cuántas letras tienen sol y luna juntas?", "Juntas: **7**"),
        ("¿Cuántas letras tiene la palabra murciélago? Solo esa palabra.", "Letras: **10**"),
        ("Wie viele Buchstaben hat das Wort Donau? Nur das Wort.", "Buchstaben: **5**"),
        ("Which word comes right before the last 'blue': A blue car and one very blue bus.", "**very**"),
        ("Welches Wort kommt direkt nach dem ersten „Haus“: Das Haus steht am See, ein Haus brennt.", "**steht**"),
        ("Quel mot vient avant le deuxième « chat » ? Le chat dort. Un gros chat miaule.", "**gros**"),
        ("¿Qué palabra va después de «muy»? La casa es muy grande y muy vieja.", "**grande**, **vieja**"),
        ("how many words start with a capital letter? Anna lives in Paris", "**2** (Anna, Paris)"),
        ("how many 5 letter words and how many 3 letter words: the quick brown fox", "words of 3 letters: **2**"),
        ("engraver charges per character, blanks are free. text is: Happy Day -- how many do i pay for?", "**8**"),
        ("character count with and without spaces: one two", "Characters: **7** (6 without"),
        ("Wie viele Zeichen mit und ohne Leerzeichen: Guten Tag", "Zeichen: **9** (8 ohne"),
        ("Wie viele verschiedene Wörter und wie viele insgesamt: rot blau rot", "Wörter: **3**"),
        ("how many words have exactly two letters: is it an old one", "**3** (is, it, an)"),
        ("How many words have at least 5 letters? tiny elephants dance", "**2** (elephants, dance)"),
        ("how many unique words and total words: a b a c", "Different words: **3**. Words: **4**"),
        ("¿Cuántas palabras tiene y cuál es la más repetida? La luna y la playa.", "“la” (**2**)"),
        ("¿Cuántas palabras tiene y cuál es la más repetida? La luna y la playa.", "Palabras: **5**"),
        ("I read out about 60 words a minute. how many seconds for this? One two three.", "**3 s**"),
        (
            "At 120 words per minute, how long to read aloud, and how many words is it?\n\nOne two three four.",
            "Words: **4**",
        ),
        ("I speak 150 words per minute, what will a 450 word talk take?", "**3 min"),
        ("prof wants 2 minutes at 100 words a minute, how many words should I write?", "**200**"),
    ],
)
def test_words_and_letters_that_are_named(message: str, said: str) -> None:
    assert said in answered(message)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "turn these into Firstname Lastname without the comma:\nWatson, Emily\nHolmes, John",
            "Emily Watson\nJohn Holmes",
        ),
        ("Bitte in Vorname Nachname umdrehen, ohne Komma:\nMüller, Anna\nSchmidt, Jan", "Anna Müller\nJan Schmidt"),
        ("mets prénom puis nom, sans virgule :\nDurand, Paul\nPetit, Luc", "Paul Durand\nLuc Petit"),
        ("make these lastname, firstname:\nEmily Watson\nJohn Holmes", "Watson, Emily\nHolmes, John"),
    ],
)
def test_names_in_another_order(message: str, said: str) -> None:
    assert said in answered(message)


@pytest.mark.parametrize(
    "message", ["sort by last name\nEmily Watson\nJohn Adams", "how many last names first: Anna Bell"]
)
def test_names_are_not_turned_around_otherwise(message: str) -> None:
    assert "Watson, Emily" not in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('Count the characters incl. spaces and punctuation, only what\'s between the quotes: "One, two."', "**9** (8"),
        ("Wie viele Zeichen stehen zwischen den Anführungszeichen: „Guten Tag“", "Zeichen: **9**"),
        ('how many words are between the quotes: He said "stop it now" and left', "Words: **3**"),
        ("which word do i repeat the most, apart from 'the'?? Lift the crate, check the crate.", "“crate” (**2**)"),
        ("which word did the speaker use most: stop the bus, stop the car", "“stop” (**2**)"),
        ("Welches Wort wiederhole ich am häufigsten? Der Hund und der Hund bellen.", "“der” (**2**)"),
        ("¿qué palabra repito más? La luna y el sol y la luna luna.", "“luna” (**3**)"),
        ("quel mot je répète le plus ? Un chat voit un chat et son chat.", "“chat” (**3**)"),
        ("Will this fit into one 20 character text message? «Dear guests, we are late»", "**No.**"),
        ("Passt das in eine 20 Zeichen Nachricht? «Das ist ein viel zu langer Text hier»", "**Nein.**"),
        ('does this fit in a 30 character field? "Short enough text"', "**Yes.**"),
        (
            'How often does the word "and" stand here as a word of its own (not inside names)? I and Andrew and me.',
            "**2** times",
        ),
        ('which letter turns up most in "banana bread"', "“a” (**4**)"),
        ('Does "Happy birthday dear Ann" fit on a 20 character cake?', "**No.**"),
        ('Wie oft steht "an" hier als eigenes Wort? Der Mann an der Wand, an und aus.', "**2**-mal"),
        ('combien de fois le mot "le" figure ici ? Le chat mange le poisson.', "**2** fois"),
        ("letters only, spaces not counted pls -> ward round at six", "Letters: **14**"),
        ("count the characters, spaces not counted: one two", "Characters without spaces: **6**"),
        ("how many lines are in this list not counting the empty ones\n\nmilk\n\neggs", "Lines: **2**"),
        ("how many lines, blank ones don't count:\na one\n\nb two", "Lines: **2**"),
        ("Wie viele Zeilen sind das ohne die leeren?\neins\n\nzwei", "Zeilen: **2**"),
        ("combien de lignes sans compter les lignes vides ?\nun\n\ndeux\ntrois", "Lignes: **3**"),
        ("¿cuántas líneas hay sin contar las vacías?\nuno\n\ndos", "Líneas: **2**"),
        ("how many empty lines are there?\na one\n\nb two", "Empty lines: **1**"),
    ],
)
def test_remarks_that_say_what_counts(message: str, said: str) -> None:
    assert said in answered(message)


@pytest.mark.parametrize(
    "message",
    [
        "how many words in quotes: I like cake",
        "how many lines not counting the first one?\na b\nb c\nc d",
        "how many sentences, questions not counted? We left. Why? It rained.",
    ],
)
def test_a_part_that_is_not_there_or_not_read_is_not_counted(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


def test_punctuation_is_counted_by_itself_where_it_is_asked_for() -> None:
    answer = answered("how many characters and how many punctuation marks: One, two.")
    assert "Punctuation marks: **2**" in answer
    assert "Characters: **9**" in answer
