"""The security log: who signed in, held a token, used a credential, approved or promoted; sealed and append-only."""
