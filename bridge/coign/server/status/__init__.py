"""The bridge's own page: what it shows (`page.py`), what its buttons do (`buttons.py`), its style and its script."""
