"""Which abilities a message needs, and which of them a candidate's version does not have."""

from collections.abc import Mapping

from pydantic import ValidationError

from kingdom.contracts.capabilities.abilities import ABILITY_LABELS, Ability, RequiredAbilities
from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.capabilities.sending import may_send
from kingdom.contracts.spec import AgentSpec
from kingdom.orchestrator.message_rules.ability_requests import required_abilities
from kingdom.orchestrator.message_rules.growth_requests import growth_request_of
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

NO_ABILITIES = RequiredAbilities()


def message_abilities(text: str) -> RequiredAbilities:
    """Return the abilities that a message needs, by rules.

    A task that comes back is begun by the user each time: it needs a schedule only where the message commands one.
    """
    wish = growth_request_of(text)
    commanded = required_abilities(text)
    if wish is None:
        return commanded
    wished = required_abilities(text, is_wish=True)
    added = [name for name in wished.names if wish.explicit or name != "schedule"]
    return RequiredAbilities.of([*commanded.names, *added], commanded.hosts | wished.hosts)


def missing_abilities(required: RequiredAbilities, version_of: Mapping[str, str]) -> dict[str, tuple[Ability, ...]]:
    """Return the needed abilities that candidates do not have, by specialist id; only those that lack one.

    ``version_of`` maps specialist ids to the ids of the versions that would answer. One query, none without a need.
    """
    if not required:
        return {}
    specs = dict(SpecialistVersion.objects.filter(pk__in=version_of.values()).values_list("pk", "spec"))
    specs_by_id = {str(key): spec for key, spec in specs.items()}
    missing = {specialist: _missing(specs_by_id.get(version), required) for specialist, version in version_of.items()}
    return {specialist: names for specialist, names in missing.items() if names}


def general_lacks(required: RequiredAbilities) -> tuple[Ability, ...]:
    """Return the needed abilities that the general agent does not have."""
    if not required:
        return ()
    general = Specialist.objects.filter(builtin=True, role="general")
    return _missing(general.values_list("current_version__spec", flat=True).first(), required)


def ability_words(names: tuple[str, ...]) -> str:
    """Return abilities in words, e.g. ``send messages to others or run on a schedule``."""
    labels = [ABILITY_LABELS[name] for name in RequiredAbilities.of(names).names]
    return " or ".join(filter(None, [", ".join(labels[:-1]), *labels[-1:]]))


def _missing(stored: object, required: RequiredAbilities) -> tuple[Ability, ...]:
    """Return the needed abilities that a stored spec does not give; one that cannot be read gives none.

    A handler whose code only reads from its hosts sends nothing to anybody.
    """
    try:
        spec = AgentSpec.model_validate(stored)
    except ValidationError:
        return required.names
    closure = capability_closure(spec)
    missing = required.missing_from(closure)
    only_reads = spec.handler_code is not None and bool(closure.hosts) and not may_send(spec)
    return tuple(name for name in required.names if name in missing or (name == "send" and only_reads))
