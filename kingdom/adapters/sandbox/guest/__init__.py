"""Code that runs inside the sandbox only. ``backends.guest_program`` joins these modules into the program of pid 1."""
