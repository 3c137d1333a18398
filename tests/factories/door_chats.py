"""Requests that chat clients send beside those of their users."""

TITLE_TASK = """### Task:
Generate a concise, 3-5 word title with an emoji summarizing the chat history.
### Output:
JSON format: { "title": "your concise title here" }
### Chat History:
<chat_history>
USER: Convert five miles to kilometres
ASSISTANT: 8.05 km
</chat_history>"""
