"""The door of the Model Context Protocol: programs list and ask specialists."""
