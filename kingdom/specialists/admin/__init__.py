"""Admin pages of the registry. The imports register them."""

from kingdom.specialists.admin import audits, executions, specialists, status

__all__ = ["audits", "executions", "specialists", "status"]
