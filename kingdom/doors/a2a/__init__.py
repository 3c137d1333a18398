"""The agent card of the A2A protocol."""
