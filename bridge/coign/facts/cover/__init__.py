"""Cover: the lines between two spaces, what is in their way, and what of the target walls leave exposed."""
