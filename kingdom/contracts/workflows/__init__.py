"""Workflows as pure values: the manifest, its checks, what the plan can do, and the briefs along its edges."""
