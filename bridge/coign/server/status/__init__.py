"""The bridge's own page: static files with a script, what the script is told (`answer.py`), and the buttons."""
