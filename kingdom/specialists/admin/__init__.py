"""The registry in Django's admin. Importing the modules registers their pages."""

from kingdom.specialists.admin import audits, executions, specialists, status

__all__ = ["audits", "executions", "specialists", "status"]
