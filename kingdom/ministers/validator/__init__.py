"""The Validator: checks that a spec and its tests are sound. Pure; the entry point is ``validate``."""

from kingdom.ministers.validator.dependency_health import KnownSpecialist, RegistryView, run_dependency_health_check
from kingdom.ministers.validator.spec_validation import RulesJudge, validate

__all__ = ["KnownSpecialist", "RegistryView", "RulesJudge", "run_dependency_health_check", "validate"]
