"""The Auditor: does it perform? It judges values that are given to it and changes nothing."""
