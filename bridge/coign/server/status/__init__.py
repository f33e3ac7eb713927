"""The bridge's own page: static files with a script, the answers for the script (`answer.py`), and the buttons."""
