"""The vault: what a user entrusts to a specialist, sealed, and every use of it on record."""
