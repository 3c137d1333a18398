"""Consents of users to the hosts of specialists: asked at the first use, listed, withdrawn, checked at each call."""
