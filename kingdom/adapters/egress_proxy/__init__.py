"""HTTP for sandboxed code: checked, with credentials, within a budget, and recorded."""
