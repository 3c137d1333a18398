"""Pure rules of policies: the condition language, the definition of a pattern, rules in plain words."""
