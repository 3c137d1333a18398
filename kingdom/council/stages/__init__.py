"""The stages of a case: one module each, with the signature of ``base.Stage``."""
