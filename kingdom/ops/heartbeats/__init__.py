"""Signs of life of the running processes."""
