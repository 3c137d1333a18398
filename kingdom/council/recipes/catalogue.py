"""The recipes that ship with Kingdom."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from kingdom.contracts.capabilities.abilities import RequiredAbilities
from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import NotFound
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


@cache
def shipped_recipes() -> tuple[Recipe, ...]:
    """Return the shipped recipes by name. Raises BadConfiguration, naming the file, for an invalid one."""
    folders = spec_folders_read(RECIPES_FOLDER, noun="recipe", extras=["summary", "subjects"])
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
    recipe = next((recipe for recipe in shipped_recipes() if recipe.name == name), None)
    if recipe is None:
        raise NotFound(f"There is no recipe {name}.")
    return recipe
