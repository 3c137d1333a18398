"""The stages of a case: one module a stage, all of one signature (``base``)."""
