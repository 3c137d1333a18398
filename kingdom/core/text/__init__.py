"""Text from outside made safe to store and to show."""
