"""The Council: from a request that nobody serves to a trained specialist, through judges and the user's own yes."""
