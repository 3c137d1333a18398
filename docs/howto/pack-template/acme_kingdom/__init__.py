"""A pack for Kingdom."""
