"""The door of OpenAI's protocol."""
