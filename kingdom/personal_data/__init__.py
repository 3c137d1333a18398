"""What belongs to one user: taking it along, and deleting the account."""
