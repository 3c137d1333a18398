"""The recipes that ship with Kingdom, and those of listed packs."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from kingdom.contracts.capabilities.abilities import RequiredAbilities
from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.background.computed_once import ComputedOnce
from kingdom.core.errors import NotFound
from kingdom.providers.packs import RECIPES, left_out_if_broken, pack_folders, require_new_names
from kingdom.specialists.registry.builtins import builtins_read
from kingdom.specialists.registry.spec_files import spec_folders_read

RECIPES_FOLDER: Path = settings.BASE_DIR / "config" / "recipes"


class Recipe(NamedTuple):
    """One recipe. ``digest`` is the shipped spec's own; a copy with another role or limits has another digest.

    ``subjects`` are the words by which a wish names it (``recipes.subjects``).
    """

    name: str
    summary: str
    spec: AgentSpec
    tests: tuple[TestCase, ...]
    digest: str
    subjects: tuple[str, ...] = ()

    def is_able(self, required: RequiredAbilities) -> bool:
        """Return whether a specialist made from the recipe would have these abilities."""
        return not required or not required.missing_from(capability_closure(self.spec))


@ComputedOnce
def shipped_recipes() -> tuple[Recipe, ...]:
    """Return the shipped recipes by name. Raises BadConfiguration, naming the file, for an invalid one."""
    return _recipes_in(RECIPES_FOLDER)


@cache
def available_recipes() -> tuple[Recipe, ...]:
    """Return the shipped recipes, then those of the listed packs, by name.

    A pack's recipes are left out together when one of them is invalid or takes a name that is in use. Nobody has
    reviewed them here: the Guardian judges them as any other design.
    """
    recipes = list(shipped_recipes())
    for entry, folder in pack_folders(RECIPES):
        with left_out_if_broken(entry):
            brought = _recipes_in(folder)
            taken = [*(recipe.name for recipe in recipes), *(builtin.spec.role for builtin in builtins_read())]
            require_new_names([recipe.name for recipe in brought], taken)
            recipes += brought
    return tuple(sorted(recipes, key=lambda recipe: recipe.name))


def _recipes_in(parent: Path) -> tuple[Recipe, ...]:
    folders = spec_folders_read(parent, noun="recipe", extras=["summary", "subjects"])
    return tuple(
        Recipe(
            folder.spec.role,
            str(folder.extras["summary"]),
            folder.spec,
            folder.tests,
            folder.spec.digest(),
            tuple(map(str, folder.extras.get("subjects", ()))),
        )
        for folder in folders
    )


def recipe_by_name(name: str) -> Recipe:
    """Return one recipe by its name. Raises NotFound."""
    recipe = next((recipe for recipe in available_recipes() if recipe.name == name), None)
    if recipe is None:
        raise NotFound(f"There is no recipe {name}.")
    return recipe
