"""Small talk and questions about Kingdom itself: messages that need no specialist. Pure rules in four languages."""
