"""Formats that other code relies on: canonical JSON, bounded schemas, Python source."""
