"""Tools of MCP servers that the operator added."""
