"""Pure rules: cron lines, times in words, and what is sent after a downtime."""
