"""Wrappers with the model port's own type: each takes a LanguageModel and is one."""

from kingdom.runtime.wrappers.breaking import BreakerModel
from kingdom.runtime.wrappers.metered import MeteredModel, ModelUse, OnUsage
from kingdom.runtime.wrappers.retrying import RetryingModel, RetryPolicy

__all__ = ["BreakerModel", "MeteredModel", "ModelUse", "OnUsage", "RetryPolicy", "RetryingModel"]
