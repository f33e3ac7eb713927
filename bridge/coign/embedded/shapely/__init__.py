"""The part of shapely that the bridge uses, over GEOS in a WebAssembly module of its own (npm `geos-wasm`).

It replaces shapely where Python itself runs as WebAssembly. There is a shapely wheel for that Python, but only at
the host of the Pyodide project, and not in the registries from which Coign is built. **As soon as a registry has the
wheel, delete this folder**, put the wheel into `tools/engine.lock.json`, and remove what names the folder (`grep -r
embedded/shapely`).

It has only the names that the bridge uses, with the same arguments and the same errors; `tests/embedded` holds that.
What each does is in shapely's own documentation. A geometry is a handle: the address of a GEOS object in the other
module's memory. `geos.mjs` beside this file makes and reads those objects. Functions here pass it handles, or lay
arrays of them on a tray that both know, so that one call handles many geometries.
"""

from shapely import affinity
from shapely.creation import MultiPoint, Point, Polygon, box, linearrings, linestrings, polygons
from shapely.functions import (
    area,
    contains_xy,
    coverage_union_all,
    covers,
    difference,
    distance,
    get_coordinates,
    get_dimensions,
    get_interior_ring,
    get_num_coordinates,
    get_num_interior_rings,
    get_parts,
    get_rings,
    get_type_id,
    intersection,
    intersects,
    intersects_xy,
    make_valid,
    point_on_surface,
    polygonize,
    prepare,
    segmentize,
    simplify,
    touches,
    unary_union,
    union,
    union_all,
)
from shapely.geometry import Geometry
