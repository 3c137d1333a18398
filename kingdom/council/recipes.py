"""Recipes: handler specialists that ship with their tests and are not installed. The Council offers the one that fits; also a gallery.

A request is matched with them as the King matches messages with specialists: the same scores, the same gate, fitted from their examples,
the built-ins beside them (what those do needs no recipe) and the texts for nobody.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from kingdom.contracts.canonical import digest, text_digest
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import NotFound
from kingdom.runtime.ports import Embedder
from kingdom.specialists.spec_files import spec_folders_read

FOLDER: Path = settings.BASE_DIR / "config" / "recipes"


class Recipe(NamedTuple):
    """One recipe. ``digest`` is the shipped spec's own: an adapted copy has another one."""

    name: str
    summary: str
    spec: AgentSpec
    tests: tuple[TestCase, ...]
    digest: str


class RecipeMatch(NamedTuple):
    """A recipe and how likely it is the right one for a request, 0..1. ``fits`` says that it passed the gate."""

    recipe: Recipe
    probability: float
    fits: bool


@cache
def recipes() -> tuple[Recipe, ...]:
    """Return the shipped recipes by name. Raises BadConfiguration, naming the file, for whatever cannot be read or does not hold."""
    folders = spec_folders_read(FOLDER, noun="recipe", extras=["summary"])
    return tuple(Recipe(one.spec.role, str(one.extras["summary"]), one.spec, one.tests, one.spec.digest()) for one in folders)


def recipe(name: str) -> Recipe:
    """Return one recipe by its name. Raises NotFound."""
    found = next((one for one in recipes() if one.name == name), None)
    if found is None:
        raise NotFound(f"There is no recipe {name}.")
    return found


@cache
def recipe_digests() -> frozenset[str]:
    """Return the SHA-256 digests of what ships: each handler's text, each spec, and both as a Guardian's verdict binds to them.

    An adapted recipe has another spec digest; its handler's stays.
    """
    found: set[str] = set()
    for one in recipes():
        code = one.spec.handler_code or ""
        found |= {text_digest(code), one.digest}
        found |= {digest({"kind": "handler", "item": {"code": code}}), digest({"kind": "spec", "item": one.spec.model_dump(mode="json")})}
    return frozenset(found)


def recipe_rank(text: str, embedder: Embedder) -> list[RecipeMatch]:
    """Return all recipes for a request, the likeliest first. At most the first one ``fits``; none does when a built-in serves better."""
    return []


def recipe_for(text: str, embedder: Embedder) -> Recipe | None:
    """Return the recipe that fits a request, None when none does."""
    return next((match.recipe for match in recipe_rank(text, embedder) if match.fits), None)
