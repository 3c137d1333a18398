"""Tools of agents: the registry, the permission gate, the receipts."""
