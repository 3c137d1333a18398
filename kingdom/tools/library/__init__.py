"""The tools that Kingdom ships."""
