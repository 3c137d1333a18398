"""Tests that attack the sandbox."""
