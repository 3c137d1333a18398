"""Tests of domain events."""
