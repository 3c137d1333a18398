"""The Validator: is a spec with its tests sound? Pure; ``validate`` is the door."""

from kingdom.ministers.validator.checking import RulesJudge, validate, validate_data
from kingdom.ministers.validator.dependencies import run_dependency_health_check
from kingdom.ministers.validator.registry import KnownSpecialist, RegistryView

__all__ = ["KnownSpecialist", "RegistryView", "RulesJudge", "run_dependency_health_check", "validate", "validate_data"]
