"""Guardian, Validator and Auditor: they judge values and own no lifecycle."""
