"""Rules that read one message by its words: small talk, wishes for a specialist, answers to questions. Pure."""
