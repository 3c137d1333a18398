"""What a version may do, computed from its spec alone: one closure, its use by code, its sentences."""
