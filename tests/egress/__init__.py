"""Sandboxed code, the broker, the vault and a person, together: the whole product through its REST API."""
