"""Domain events: what happens in Kingdom by standard names, one ordered stream for each run."""
