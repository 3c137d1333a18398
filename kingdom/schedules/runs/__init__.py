"""Runs of a schedule: what makes one due, how it starts, what comes of it."""
