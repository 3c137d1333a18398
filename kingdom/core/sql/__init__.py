"""Statements of Django's that are composed apart from where they run."""
