"""The texts that the King answers with, in four languages. Pure."""
