"""Sentences of the King about new specialists, in four languages. Plain data."""

from collections.abc import Mapping
from typing import NamedTuple

from kingdom.cognition.message_reading.message_language import Language


class GrowthTexts(NamedTuple):
    """The sentences of one language. ``{role}`` is a specialist's name, ``{purpose}`` its purpose line.

    ``{name}`` is the name in bold, or ``new_one`` for a specialist that has none yet.
    """

    nobody: str
    from_recipe: str
    designed: str
    press: str
    model_needed: str
    nearest: str
    none_near: str
    exists: str
    declined: str
    elsewhere: str
    new_one: str


GROWTH_TEXTS: Mapping[Language, GrowthTexts] = {
    "en": GrowthTexts(
        nobody="Nobody here does that yet.",
        from_recipe="The Council can make a specialist for you: **{role}** (from a recipe).",
        designed="The Council can design a specialist for it. You review the proposal first; nothing is created "
        "without "
        "your approval.",
        press="Good. Press *See the proposal*: it shows what {name} may do, and you can try it before you decide.",
        model_needed="Designing a new specialist for it needs a language model, and none is set up here.",
        nearest="A recipe needs none. The nearest ones:",
        none_near="There are recipes that need none, but none is near to this; the page Creations lists them all.",
        exists="**{role}** may be what you want, and is here already: {purpose} Write what you have for it.",
        declined="All right, nothing is made.",
        elsewhere="New specialists are not made through this program. "
        "Open Kingdom in a browser and ask for one in its chat.",
        new_one="it",
    ),
    "de": GrowthTexts(
        nobody="Das kann hier noch niemand.",
        from_recipe="Der Council kann dir einen Spezialisten machen: **{role}** (nach einem Rezept).",
        designed="Der Council kann einen Spezialisten dafür entwerfen. Du prüfst zuerst den Vorschlag; ohne deine "
        "Zustimmung entsteht nichts.",
        press="Gut. Drück auf *See the proposal*: dort steht, was {name} darf, und du kannst ihn ausprobieren, "
        "bevor "
        "du entscheidest.",
        model_needed="Einen neuen Spezialisten dafür zu entwerfen braucht ein Sprachmodell, und hier ist keines "
        "eingerichtet.",
        nearest="Ein Rezept braucht keines. Am nächsten sind:",
        none_near="Es gibt Rezepte, die keines brauchen, aber keines passt hierzu; die Seite Creations zeigt alle.",
        exists="**{role}** ist schon da und könnte das sein, was du suchst: {purpose} Schreib, was du dafür hast.",
        declined="Gut, es wird nichts gemacht.",
        elsewhere="Über dieses Programm entstehen keine neuen Spezialisten. "
        "Öffne Kingdom im Browser und bitte dort im Chat darum.",
        new_one="er",
    ),
    "fr": GrowthTexts(
        nobody="Personne ici ne fait encore cela.",
        from_recipe="Le Council peut créer un spécialiste pour vous : **{role}** (d'après une recette).",
        designed="Le Council peut concevoir un spécialiste pour cela. Vous examinez d'abord la proposition ; rien "
        "n'est "
        "créé sans votre accord.",
        press="Bien. Appuyez sur *See the proposal* : vous verrez ce que {name} peut faire, et vous pourrez "
        "l'essayer "
        "avant de décider.",
        model_needed="Concevoir un nouveau spécialiste pour cela demande un modèle de langage, et aucun n'est "
        "configuré "
        "ici.",
        nearest="Une recette n'en demande pas. Les plus proches :",
        none_near="Il existe des recettes qui n'en demandent pas, mais aucune n'est proche ; la page Creations les "
        "montre "
        "toutes.",
        exists="**{role}** est déjà là et pourrait convenir : {purpose} Écrivez ce que vous avez pour lui.",
        declined="Très bien, rien n'est créé.",
        elsewhere="Ce programme ne crée pas de nouveaux spécialistes. "
        "Ouvrez Kingdom dans un navigateur et demandez-en un dans le chat.",
        new_one="le spécialiste",
    ),
    "es": GrowthTexts(
        nobody="Nadie aquí hace eso todavía.",
        from_recipe="El Council puede crear un especialista para ti: **{role}** (a partir de una receta).",
        designed="El Council puede diseñar un especialista para eso. Primero revisas la propuesta; no se crea nada "
        "sin tu "
        "aprobación.",
        press="Bien. Pulsa *See the proposal*: muestra lo que {name} puede hacer, y puedes probarlo antes de decidir.",
        model_needed="Diseñar un nuevo especialista para eso necesita un modelo de lenguaje, y aquí no hay ninguno.",
        nearest="Una receta no lo necesita. Las más cercanas:",
        none_near="Hay recetas que no lo necesitan, pero ninguna se parece a esto; la página Creations las muestra "
        "todas.",
        exists="**{role}** ya está aquí y puede ser lo que buscas: {purpose} Escribe lo que tengas para él.",
        declined="De acuerdo, no se crea nada.",
        elsewhere="Con este programa no se crean especialistas nuevos. "
        "Abre Kingdom en un navegador y pide uno en el chat.",
        new_one="él",
    ),
}

STAFF_SETUP = "Set `GEMINI_API_KEY`, or `KINGDOM_MODEL_URL` for a local server, and restart."
SETUP_HINTS: Mapping[Language, str] = {
    "en": "The operator of this installation can set one up.",
    "de": "Wer diese Installation betreibt, kann eines einrichten.",
    "fr": "La personne qui gère cette installation peut en configurer un.",
    "es": "Quien administra esta instalación puede configurar uno.",
}
NO_MODEL: Mapping[Language, str] = {
    "en": "No specialist here fits this message. Answering it needs a language model, and none is set up here.",
    "de": "Kein Spezialist hier passt zu dieser Nachricht. Ohne Sprachmodell kann ich sie nicht beantworten, und hier "
    "ist keines eingerichtet.",
    "fr": "Aucun spécialiste ici ne convient à ce message. Sans modèle de langage je ne peux pas y répondre, et aucun "
    "n'est configuré ici.",
    "es": "Ningún especialista de aquí encaja con este mensaje. Sin un modelo de lenguaje no puedo responderlo, y aquí "
    "no hay ninguno.",
}
ABLE_NOW: Mapping[Language, tuple[str, str]] = {  # the sentence, and what follows a list that was cut
    "en": ("I can do now: {roles}.", " and {count} more"),
    "de": ("Das geht jetzt: {roles}.", " und {count} weitere"),
    "fr": ("Possible dès maintenant : {roles}.", " et {count} autres"),
    "es": ("Ahora se puede: {roles}.", " y {count} más"),
}
HELP_MESSAGES: Mapping[Language, str] = {
    "en": "What can you do?",
    "de": "Was kannst du?",
    "fr": "Que peux-tu faire ?",
    "es": "¿Qué puedes hacer?",
}
