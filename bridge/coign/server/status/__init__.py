"""The bridge's own page: its content (`page.py`), the actions of its buttons (`buttons.py`), its style and script."""
