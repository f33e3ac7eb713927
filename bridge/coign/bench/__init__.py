"""The open bench: a case that somebody draws or pastes, judged, with all that its page shows of the ruling.

`maps` reads and writes scenes drawn in characters, `ruling` judges a case and writes it as a test of Coign has it. The
page is `bridge/tabletop/bench/`; it runs this package in the reader's browser.
"""
