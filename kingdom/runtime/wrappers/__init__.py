"""Wrappers of the model port: each takes a LanguageModel and is one."""

from kingdom.runtime.wrappers.circuit_breaker import BreakerModel
from kingdom.runtime.wrappers.metering import MeteredModel, ModelUse, OnUsage
from kingdom.runtime.wrappers.retry import RetryingModel, RetryPolicy

__all__ = ["BreakerModel", "MeteredModel", "ModelUse", "OnUsage", "RetryPolicy", "RetryingModel"]
