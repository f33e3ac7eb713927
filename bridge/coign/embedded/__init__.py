"""The bridge without a network: a session for the page that runs this Python in a Worker of its own."""
