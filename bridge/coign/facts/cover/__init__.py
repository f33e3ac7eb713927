"""Cover: the lines between two spaces, the obstacles in their way, and the exposed part of the target."""
