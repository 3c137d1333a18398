"""The recipes that ship with Kingdom."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import NotFound
from kingdom.specialists.registry.spec_files import spec_folders_read

RECIPES_FOLDER: Path = settings.BASE_DIR / "config" / "recipes"


class Recipe(NamedTuple):
    """One recipe. ``digest`` is the shipped spec's own: an adapted copy has another one."""

    name: str
    summary: str
    spec: AgentSpec
    tests: tuple[TestCase, ...]
    digest: str


@cache
def shipped_recipes() -> tuple[Recipe, ...]:
    """Return the shipped recipes by name. Raises BadConfiguration, naming the file, for whatever cannot be read or does not hold."""
    folders = spec_folders_read(RECIPES_FOLDER, noun="recipe", extras=["summary"])
    return tuple(
        Recipe(one.spec.role, str(one.extras["summary"]), one.spec, one.tests, one.spec.digest()) for one in folders
    )


def recipe_by_name(name: str) -> Recipe:
    """Return one recipe by its name. Raises NotFound."""
    found = next((one for one in shipped_recipes() if one.name == name), None)
    if found is None:
        raise NotFound(f"There is no recipe {name}.")
    return found
