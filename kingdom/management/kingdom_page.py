"""The generated parts of KINGDOM.md: what the code knows of roles, states, thresholds, tables and endpoints."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.apps import apps
from django.conf import settings
from django.utils import timezone
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from kingdom.contracts.identity import BASELINE, Identity, mandatory_tool, provision, spawnable_identities
from kingdom.core.errors import BadConfiguration
from kingdom.lifecycle_settings import LifecycleSettings
from kingdom.specialists.registry.builtins import builtins_read
from kingdom.specialists.status.rules import ALLOWED_STATUS_CHANGES

_REVISED = re.compile(r"^Revised on \S+$", re.MULTILINE)
_BLOCK = re.compile(r"(<!-- begin ([a-z-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)
# what has a life of its own; the states of lesser rows stand with their tables in the code
_LIVES = (
    ("a specialist", "specialists.Specialist", "Status"),
    ("a creation", "council.CreationCase", "State"),
    ("a new version", "council.Evolution", "State"),
    ("a session", "kingdom_sessions.Session", "State"),
    ("a workflow", "workflows.Workflow", "State"),
    ("a node of a workflow", "workflows.WorkflowNode", "State"),
    ("a question to a person", "approvals.Approval", "State"),
    ("a schedule", "schedules.Schedule", "State"),
    ("a policy", "policies.Pattern", "State"),
)


def kingdom_page(text: str) -> str:
    """Return the text of KINGDOM.md with each generated block (``<!-- begin NAME -->``) as the code is now.

    When that changes a block, the date of the revision becomes today's. Raises BadConfiguration when a block is
    missing, double or unknown.
    """
    named = [match.group(2) for match in _BLOCK.finditer(text)]
    if sorted(named) != sorted(_BLOCKS):
        raise BadConfiguration(f"KINGDOM.md has the blocks {', '.join(named)}; it needs each of {', '.join(_BLOCKS)}.")
    written = _BLOCK.sub(lambda match: f"{match.group(1)}{_BLOCKS[match.group(2)]()}\n{match.group(3)}", text)
    return text if written == text else _REVISED.sub(f"Revised on {timezone.localdate()}", written, count=1)


def _table(head: str, rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {head} |", "|" + "---|" * len(head.split(" | "))]
    for row in rows:
        cells = (cell.replace("|", "\\|") for cell in row)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _names(found: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in found)


def _version() -> str:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return f"Version {project['version']}"


def _specialists() -> str:
    rows = (
        (
            f"`{spec.role}`",
            spec.engine,
            "yes" if spec.engine == "handler" else "no",
            f"`{spec.identity}_`",
            spec.purpose,
        )
        for spec in sorted((found.spec for found in builtins_read()), key=lambda spec: (spec.engine, spec.role))
    )
    return _table("specialist | engine | works without a model | identity | purpose", rows)


def _identities() -> str:
    rows = [("(baseline, all)", _names(sorted(BASELINE)), "", "")]
    for identity in Identity:
        agent_id, children = f"{identity}_of_any_role", spawnable_identities(identity)
        spawns = "any" if children == set(Identity) else _names(f"{child}_" for child in sorted(children))
        mandatory = mandatory_tool(agent_id)
        used = f"`{mandatory}`" if mandatory else "none"
        rows.append((f"`{identity}_`", _names(sorted(provision(agent_id) - BASELINE)), used, spawns or "none"))
    return _table("identity | grants beyond the baseline | must have used | may spawn", rows)


def _states() -> str:
    rows = ((what, _names(getattr(apps.get_model(label), choices).values)) for what, label, choices in _LIVES)
    return _table("what lives | its states", rows)


def _status_changes() -> str:
    rows = []
    for kind, targets in ALLOWED_STATUS_CHANGES.items():
        to = {f"`{target.status}`" if target.status else "what it was" for target in targets.values()}
        rows.append((kind, _names(targets), ", ".join(sorted(to))))
    return _table("decision | from | to", rows)


def _thresholds() -> str:
    rows = (
        (f"`{field.validation_alias}`", f"`{field.default}`", field.description or "")
        for field in LifecycleSettings.model_fields.values()
        if isinstance(field.default, int | float)
    )
    return _table("setting | default | meaning", rows)


def _data() -> str:
    models = [model for model in apps.get_models() if model.__module__.startswith("kingdom.")]
    rows = (
        (
            f"`{model._meta.db_table}`",
            (model.__doc__ or "").split("\n", 1)[0].replace("``", "`"),
            _names(field.attname for field in model._meta.concrete_fields),
        )
        for model in sorted(models, key=lambda model: model._meta.db_table)
    )
    return _table("table | a row | columns", rows)


def _endpoints() -> str:
    with GENERATOR_STATS.silence():
        generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call] # it ships no types
        schema: Mapping[str, Any] = generator.get_schema(request=None, public=True)
    rows = (
        (f"`{method.upper()} {path}`", operation.get("description", "").split("\n", 1)[0])
        for path, operations in sorted(schema["paths"].items())
        for method, operation in operations.items()
    )
    return _table("call | what it does", rows)


_BLOCKS: Mapping[str, Callable[[], str]] = {
    "version": _version,
    "specialists": _specialists,
    "identities": _identities,
    "states": _states,
    "status-changes": _status_changes,
    "thresholds": _thresholds,
    "data": _data,
    "endpoints": _endpoints,
}
