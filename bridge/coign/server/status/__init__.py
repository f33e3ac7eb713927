"""The bridge's own page: its content (`page.py`), its buttons (`buttons.py`), its style, its script and its German."""
