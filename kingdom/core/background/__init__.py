"""What runs outside a request: leased jobs, tasks on the queue, circuit breakers."""
