"""Recipes: handler specialists that ship with their tests and are not installed. The Council offers the one that fits; also a gallery.

A request is matched with them as the King matches messages with specialists: the same scores, the same gate, fitted from their examples,
the built-ins beside them (what those do needs no recipe) and the texts for nobody.
"""

import contextlib
import json
import tempfile
import threading
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from django.conf import settings

from kingdom.contracts.canonical import digest
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadConfiguration, NotFound
from kingdom.runtime.ports import Embedder
from kingdom.specialists.bank import bank_read
from kingdom.specialists.builtin_files import builtins_read
from kingdom.specialists.embedding_services import purpose_line
from kingdom.specialists.gate_services import METHOD
from kingdom.specialists.rules.calibrate import fit
from kingdom.specialists.rules.gate import Gate
from kingdom.specialists.rules.ranking import Found, LoadedGate, Ranked, rank
from kingdom.specialists.rules.scoring import NEVER, Examples, Flags, Ints, Vectors, bank_scores, best_per_owner, centroids, purposes
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


def recipe_rank(text: str, embedder: Embedder) -> list[RecipeMatch]:
    """Return all recipes for a request, the likeliest first. At most the first one ``fits``; none does when a built-in serves better.

    The first call of an installation embeds all texts and fits the gate, which takes seconds; the data folder keeps both. Later calls
    take milliseconds.
    """
    return recipes_near(embedder.embed([text], "query")[0], embedder)


def recipes_near(message: Vectors, embedder: Embedder) -> list[RecipeMatch]:
    """Return what ``recipe_rank`` does, for a message (d,) that has been embedded."""
    router = _router(embedder.space, embedder)
    ranked = router.rank(message)
    best = ranked[0]
    return [
        RecipeMatch(router.recipes[one.found.role], one.probability, one is best and one.probability >= router.gate.threshold)
        for one in ranked
        if one.found.role in router.recipes
    ]


def recipe_for(text: str, embedder: Embedder) -> Recipe | None:
    """Return the recipe that fits a request, None when none does."""
    return next((match.recipe for match in recipe_rank(text, embedder) if match.fits), None)


@dataclass(frozen=True)
class _Router:
    """Everything that ranking one request takes, in one embedding space."""

    recipes: Mapping[str, Recipe]
    roles: Sequence[str]
    examples: Examples
    bank: Vectors
    gate: LoadedGate

    def rank(self, message: Vectors) -> list[Ranked]:
        """Return recipes and built-ins for a message (d,), best first, as the King would rank specialists."""
        near = np.asarray(self.examples.vectors @ message, dtype=np.float64)
        best = best_per_owner(near[None], self.examples.owners, self.examples.count)[0]
        centre = centroids(self.examples.vectors, self.examples.owners, self.examples.count) @ message
        purpose = purposes(self.examples) @ message
        found = [
            Found(role, "", role, "verified", "global", float(best[at]), float(centre[at]), float(purpose[at]), NEVER, "")
            for at, role in enumerate(self.roles)
        ]
        return rank(found, message, float(bank_scores(message[None], self.bank)[0]), self.gate)


_routers: dict[str, _Router] = {}
_routers_lock = threading.Lock()


def _router(space: str, embedder: Embedder) -> _Router:
    with _routers_lock:
        if space not in _routers:
            _routers[space] = _build(embedder)
        return _routers[space]


def _build(embedder: Embedder) -> _Router:
    known = {one.name: one for one in recipes()}
    specs = [one.spec for one in recipes()] + [one.spec for one in builtins_read() if one.routable and one.spec.role not in known]
    texts = [(at, text, bool(n)) for at, spec in enumerate(specs) for n, text in enumerate(_texts(spec))]
    bank = bank_read()
    name = digest({"method": METHOD, "space": embedder.space, "texts": texts, "bank": bank})
    owners = np.array([at for at, _, _ in texts], dtype=np.int64)
    calibrates = np.array([example for _, _, example in texts], dtype=np.bool_)
    made = _kept(name)
    if made is None:
        made = _made([text for _, text, _ in texts], bank, owners, calibrates, embedder)
        _keep(name, made)
    roles = tuple(spec.role for spec in specs)
    gate = LoadedGate(
        name=f"{embedder.space}:recipes",
        plain=Gate.from_json(json.loads(str(made["gate"]))),
        full=None,
        head=None,
        order={},
        shifts=dict(zip(roles, made["shifts"].tolist(), strict=True)),
        ids=roles,
    )
    return _Router(known, roles, Examples.of(made["vectors"], owners, calibrates), made["bank"], gate)


def _texts(spec: AgentSpec) -> list[str]:
    return [purpose_line(spec.role, spec.purpose), *dict.fromkeys(spec.examples)]


def _made(texts: Sequence[str], bank: Sequence[str], owners: Ints, calibrates: Flags, embedder: Embedder) -> dict[str, Any]:
    """Embed all texts and fit the gate; return both as arrays."""
    vectors = np.asarray(embedder.embed([*texts, *bank], "document"), dtype=np.float32)
    known, nobody = vectors[: len(texts)], vectors[len(texts) :]
    fitted = fit(Examples.of(known, owners, calibrates), nobody, with_head=False)
    if fitted is None:
        raise BadConfiguration("There are no recipes to choose from.")
    return {"vectors": known, "bank": nobody, "shifts": fitted.shifts, "gate": json.dumps(fitted.plain.as_json())}


def _file(name: str) -> Path:
    folder: Path = settings.KINGDOM.resolved_data / "recipes"
    return folder / f"{name[:32]}.npz"


def _kept(name: str) -> dict[str, Any] | None:
    """Return what an earlier process made of exactly these texts, None when there is nothing (readable)."""
    try:
        with _file(name).open("rb") as file, np.load(file, allow_pickle=False) as held:
            return {key: held[key] for key in ("vectors", "bank", "shifts", "gate")}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        return None


def _keep(name: str, made: Mapping[str, Any]) -> None:
    path = _file(name)
    with contextlib.suppress(OSError):  # a cache that cannot be kept costs seconds, nothing else
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            np.savez(part, **made)
        Path(part.name).replace(path)
