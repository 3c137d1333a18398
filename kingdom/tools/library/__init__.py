"""The tools that Kingdom ships: one file and one class each."""
