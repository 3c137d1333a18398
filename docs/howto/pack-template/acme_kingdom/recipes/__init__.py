"""Recipes: a folder each."""
