"""Plane geometry in quanta (1/16 px): exact lines, and areas."""
