"""What the Council does when another room says that something happened."""
