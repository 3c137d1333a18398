"""Rules that read one message by its words: wishes for a specialist, needed abilities, answers to questions. Pure."""
