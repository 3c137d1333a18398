"""Signed webhooks of domain events: delivered at least once, given up after bounds."""
