"""What an answer leaves unread of its message and files, and the words that say so in four languages. Pure."""
