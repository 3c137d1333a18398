"""Django's PostgreSQL backend, with a pool that checks its connections without a round trip."""
