"""Key services: whatever can wrap a data key so that only it can unwrap it again."""
