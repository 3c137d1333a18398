"""Schedules and webhooks: messages that Kingdom sends itself, under their user's rights."""
