"""Fixtures every room's tests share: the cast, and the tripwire against live calls."""
