"""The errors."""


class ShapelyError(Exception):
    """The base of shapely's own errors."""


class GEOSException(ShapelyError):
    """GEOS could not do what it was asked; the message is its own."""
