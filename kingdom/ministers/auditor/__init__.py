"""The Auditor: judges the performance of specialists from values that it gets. It changes nothing."""
