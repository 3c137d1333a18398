"""The sandbox's own side. Nothing in here runs in the product: kingdom.adapters.sandbox.backends.guest_program joins it into the text of pid 1."""
