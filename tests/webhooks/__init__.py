"""Tests of event webhooks."""
