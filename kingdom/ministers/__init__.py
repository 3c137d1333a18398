"""The ministers judge values and own no lifecycle."""
