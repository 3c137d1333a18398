"""Several machines that serve one database."""
