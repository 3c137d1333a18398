"""The host side of sandboxed code's only door: checked, credentialed, bounded and recorded HTTP."""
