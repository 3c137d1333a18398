"""Programs with NumPy, pandas and Matplotlib in the sandbox's data tree, and the files that they give back."""
