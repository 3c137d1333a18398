"""The Council: creates a trained specialist from a request, through judging stages and the user's confirmation."""
