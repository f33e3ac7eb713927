/**
 * GEOS for the Python beside this file: kernels for single geometries, and for arrays of them.
 *
 * Python and GEOS are two WebAssembly modules, each with a memory of its own. A handle is the address of a GEOS object in
 * GEOS's memory; 0 stands for None, and FAILED for what GEOS could not do: `problem` then says why. A kernel for single
 * geometries gets handles, and returns a handle or a number. A kernel for arrays finds handles on the tray, which is a
 * piece of Python's memory that both sides know, with coordinates behind them. It lays its results on the tray and
 * returns how many there are. Where it takes two arrays, one of them may have a single item, which then stands for all.
 */

const FAILED = -1;
const POINT_BYTES = 16; // two doubles
const [ROUND_CAP, MITRE_LIMIT] = [1, 5]; // shapely's defaults
const COLLECTION = 7; // GEOS's number of the type
const SMALLEST_RING = 4; // points, of which the last is the first again

const MADE = {
  intersection: "GEOSIntersection",
  difference: "GEOSDifference",
  union: "GEOSUnion",
  boundary: "GEOSBoundary",
  hull: "GEOSConvexHull",
  centroid: "GEOSGetCentroid",
  surface: "GEOSPointOnSurface",
  densify: "GEOSDensify",
  simplify: "GEOSTopologyPreserveSimplify",
};
const TOLD = {
  touches: "GEOSTouches",
  covers: "GEOSCovers",
  parts: "GEOSGetNumGeometries",
  holes: "GEOSGetNumInteriorRings",
  type: "GEOSGeomTypeId",
  dimensions: "GEOSGeom_getDimensions",
  empty: "GEOSisEmpty",
  valid: "GEOSisValid",
};
const BOUNDS = ["GEOSGeom_getXMin", "GEOSGeom_getYMin", "GEOSGeom_getXMax", "GEOSGeom_getYMax"];
const OF_NONE = { area: Number.NaN, distance: Number.NaN, type: -1, dimensions: -1 }; // other measures of None are 0
const FRACTIONS = new Set(["area", "distance"]); // kernels that return no whole number

/**
 * Start GEOS, and return the module `coign_geos` for a Python.
 *
 * @param {{HEAPU8: Uint8Array}} python the memory of Python; read again at each call, because it grows
 * @param {(config: object) => Promise<any>} start `geos-wasm`
 */
export async function openGeos(python, start) {
  let problem = "";
  const errorHandler = (message) => {
    problem = String(message).trim();
  };
  const geos = await start({ errorHandler, noticeHandler: () => {} });
  const { Module } = geos;
  const prepared = new Map(); // from a handle to its prepared geometry
  const number = Module._malloc(8); // where GEOS writes a single double
  let alive = 0; // handles that Python holds
  let tray = { at: 0, bytes: 0 }; // in Python's memory
  let results = new Int32Array(); // of the last kernel for arrays, until the tray has room for them
  let room = { at: 0, bytes: 0 }; // where coordinates lie on their way to or from GEOS, in its memory

  // --- the two memories ---------------------------------------------------------------------------------------------

  const mine = (at, length, Kind) => new Kind(Module.HEAPU8.buffer, at, length);
  const theirs = (at, length, Kind) => new Kind(python.HEAPU8.buffer, at, length);
  /** Return the whole numbers on the tray, as a copy. */
  const handlesOn = (length) => theirs(tray.at, length, Int32Array).slice();
  /** Return where the doubles behind this many whole numbers begin. */
  const behind = (length) => tray.at + 8 * Math.ceil(length / 2);

  /** Lay results on the tray, if they have room there; return how many there are. */
  function lay(found) {
    results = found;
    if (found.byteLength <= tray.bytes) theirs(tray.at, found.length, found.constructor).set(found);
    return found.length;
  }

  /** Count a handle that Python gets. GEOS returns 0 for what it could not do. */
  function given(handle) {
    if (!handle) return FAILED;
    alive += 1;
    return handle;
  }

  function roomFor(bytes) {
    if (bytes > room.bytes) {
      if (room.at) Module._free(room.at);
      room = { at: 0, bytes: 0 };
      const at = Module._malloc(Math.max(bytes, 65536));
      if (!at) throw new RangeError("GEOS's memory is full");
      room = { at, bytes: Math.max(bytes, 65536) };
    }
    return room.at;
  }

  /** Call `use` with the address of handles in GEOS's memory. */
  function withHandles(handles, use) {
    const at = Module._malloc(Math.max(4, handles.length * 4));
    mine(at, handles.length, Int32Array).set(handles);
    const result = use(at, handles.length);
    Module._free(at);
    return result;
  }

  // --- parts of GEOS ------------------------------------------------------------------------------------------------

  /** Return the points in the room as a geometry. A ring must be closed. */
  function ofPoints(kind, count) {
    const points = geos.GEOSCoordSeq_copyFromBuffer(room.at, count, 0, 0);
    if (!points) return 0;
    if (kind === 0) return geos.GEOSGeom_createPoint(points);
    if (kind === 1) return geos.GEOSGeom_createLineString(points);
    const ring = geos.GEOSGeom_createLinearRing(points);
    return kind === 2 || !ring ? ring : geos.GEOSGeom_createPolygon(ring, 0, 0);
  }

  /** Bring points into the room; a ring that is not closed gets its first point again. Return how many there are. */
  function bring(at, count, isRing) {
    const to = mine(roomFor((count + 1) * POINT_BYTES), 2 * count + 2, Float64Array);
    to.set(theirs(at, 2 * count, Float64Array));
    if (!(isRing && count)) return count;
    const last = 2 * count - 2;
    if (count >= SMALLEST_RING && to[0] === to[last] && to[1] === to[last + 1]) return count;
    to.copyWithin(2 * count, 0, 2);
    return count + 1;
  }

  function madeValid(one, method, keepCollapsed) {
    const how = geos.GEOSMakeValidParams_create();
    geos.GEOSMakeValidParams_setMethod(how, method);
    geos.GEOSMakeValidParams_setKeepCollapsed(how, keepCollapsed);
    const valid = geos.GEOSMakeValidWithParams(one, how);
    geos.GEOSMakeValidParams_destroy(how);
    return valid;
  }

  function grown(one, distance, quadrantSegments, join) {
    const style = geos.GEOSBufferParams_create();
    geos.GEOSBufferParams_setQuadrantSegments(style, quadrantSegments);
    geos.GEOSBufferParams_setEndCapStyle(style, ROUND_CAP);
    geos.GEOSBufferParams_setJoinStyle(style, join);
    geos.GEOSBufferParams_setMitreLimit(style, MITRE_LIMIT);
    geos.GEOSBufferParams_setSingleSided(style, 0);
    const result = geos.GEOSBufferWithParams(one, style, distance);
    geos.GEOSBufferParams_destroy(style);
    return result;
  }

  function joined(how, whole, grid) {
    if (how === "coverage") return geos.GEOSCoverageUnion(whole);
    return grid ? geos.GEOSUnaryUnionPrec(whole, grid) : geos.GEOSUnaryUnion(whole);
  }

  /** Return a collection of copies of geometries. */
  const collection = (type, handles) =>
    withHandles(
      handles.map((one) => geos.GEOSGeom_clone(one)),
      (at, count) => geos.GEOSGeom_createCollection(type, at, count),
    );

  const double = (name, ...ones) => (geos[name](...ones, number) ? mine(number, 1, Float64Array)[0] : Number.NaN);

  function preparedOf(one) {
    if (!prepared.has(one)) prepared.set(one, geos.GEOSPrepare(one));
    return prepared.get(one);
  }

  const ringOf = (one, n) => (n ? geos.GEOSGetInteriorRingN(one, n - 1) : geos.GEOSGetExteriorRing(one));

  /** Call `use` with each of the points and lines of which a geometry consists, and how many points it has. */
  function walk(one, use) {
    const type = geos.GEOSGeomTypeId(one);
    if (geos.GEOSisEmpty(one)) return;
    if (type === 0) use(one, 1);
    else if (type < 3) use(one, geos.GEOSGeomGetNumPoints(one));
    else if (type === 3) for (let n = 0; n <= geos.GEOSGetNumInteriorRings(one); n++) walk(ringOf(one, n), use);
    else for (let n = 0; n < geos.GEOSGetNumGeometries(one); n++) walk(geos.GEOSGetGeometryN(one, n), use);
  }

  function countPoints(one) {
    let all = 0;
    walk(one, (_, count) => {
      all += count;
    });
    return all;
  }

  function meet(one, other) {
    if (prepared.has(one)) return geos.GEOSPreparedIntersects(prepared.get(one), other);
    if (prepared.has(other)) return geos.GEOSPreparedIntersects(prepared.get(other), one);
    return geos.GEOSIntersects(one, other);
  }

  // --- the kernels --------------------------------------------------------------------------------------------------

  /** Kernels for single geometries, which `each` calls for arrays. */
  const single = {
    area: (one) => double("GEOSArea", one),
    distance: (one, other) => double("GEOSDistance", one, other),
    coordinates: countPoints,
    intersects: meet,
    containsXY: (one, x, y) => geos.GEOSPreparedContainsXY(preparedOf(one), x, y),
    intersectsXY: (one, x, y) => geos.GEOSPreparedIntersectsXY(preparedOf(one), x, y),
    prepare: (one) => (preparedOf(one) ? 1 : 0),
    buffer: (...how) => given(grown(...how)),
    makeValid: (...how) => given(madeValid(...how)),
    /** Make a polygon of a ring. */
    fill: (ring) => given(geos.GEOSGeom_createPolygon(geos.GEOSGeom_clone(ring), 0, 0)),
    /** Copy a ring of a polygon: 0 is the outer one. */
    ring: (one, n) => given(geos.GEOSGeom_clone(ringOf(one, n))),
  };
  for (const [name, of] of Object.entries(TOLD)) single[name] = (...ones) => geos[of](...ones);
  for (const [name, of] of Object.entries(MADE)) single[name] = (...ones) => given(geos[of](...ones));

  return {
    ...single,
    version: geos.GEOSversion(),
    problem: () => problem,
    /** The number of geometries that Python holds. */
    alive: () => alive,
    /** The size of GEOS's memory in bytes. */
    memory: () => Module.HEAPU8.length,

    /** Use another tray. */
    tray(at, bytes) {
      tray = { at, bytes };
    },
    /** Lay the last results again, on a tray that has room for them. */
    again: () => lay(results),

    /** Make a polygon of a box. */
    box(x0, y0, x1, y1) {
      mine(roomFor(5 * POINT_BYTES), 10, Float64Array).set([x1, y0, x1, y1, x0, y1, x0, y0, x1, y0]);
      return given(ofPoints(3, 5));
    },
    emptyPolygon: () => given(geos.GEOSGeom_createEmptyPolygon()),
    /** Make `n` geometries. The tray has how many points each has, and the points. */
    make(kind, n) {
      let at = behind(n);
      const made = handlesOn(n);
      for (const [k, count] of made.entries()) {
        made[k] = given(ofPoints(kind, bring(at, count, kind > 1)));
        at += count * POINT_BYTES;
      }
      return lay(made);
    },

    /** Call a kernel for single geometries `n` times: for each item of an array, or of two (`others` is not 0). */
    each(name, n, length, others, ...how) {
      const handles = handlesOn(length + others);
      const found = new (FRACTIONS.has(name) ? Float64Array : Int32Array)(n);
      for (let k = 0; k < n; k++) {
        const one = handles[length === 1 ? 0 : k];
        const other = others ? handles[length + (others === 1 ? 0 : k)] : undefined;
        if (one && other !== 0) found[k] = others ? single[name](one, other) : single[name](one, ...how);
        else found[k] = OF_NONE[name] ?? 0;
      }
      return lay(found);
    },
    /** Call a kernel that takes a point for each geometry and point; the points lie behind the handles. */
    eachAt(name, n, length) {
      const [handles, spots] = [handlesOn(length), theirs(behind(length), 2 * n, Float64Array)];
      const found = new Int32Array(n);
      for (let k = 0; k < n; k++) {
        const one = handles[length === 1 ? 0 : k];
        found[k] = one ? single[name](one, spots[2 * k], spots[2 * k + 1]) : 0;
      }
      return lay(found);
    },

    collect: (type, length) => given(collection(type, handlesOn(length))),
    /** Join all geometries; `grid` is the size of the grid to which the result snaps, or 0. */
    join(how, grid, length) {
      const whole = collection(
        COLLECTION,
        handlesOn(length).filter((one) => one),
      );
      const result = given(joined(how, whole, grid));
      geos.GEOSGeom_destroy(whole);
      return result;
    },
    polygonize: (length) => given(withHandles(handlesOn(length), (at, count) => geos.GEOSPolygonize(at, count))),

    /** Copy the parts of all geometries, one after the other. */
    separate(length) {
      const found = [];
      for (const one of handlesOn(length))
        for (let k = 0; one && k < geos.GEOSGetNumGeometries(one); k++)
          found.push(given(geos.GEOSGeom_clone(geos.GEOSGetGeometryN(one, k))));
      return lay(Int32Array.from(found));
    },
    /** Lay out the points of all geometries, one after the other. */
    points(length) {
      const handles = handlesOn(length).filter((one) => one);
      const found = new Float64Array(2 * handles.reduce((sum, one) => sum + countPoints(one), 0));
      let to = 0;
      const copy = (line, count) => {
        const from = roomFor(count * POINT_BYTES);
        geos.GEOSCoordSeq_copyToBuffer(geos.GEOSGeom_getCoordSeq(line), from, 0, 0);
        found.set(mine(from, 2 * count, Float64Array), to);
        to += 2 * count;
      };
      for (const one of handles) walk(one, copy);
      return lay(found);
    },
    /** Lay out west, north, east and south of a geometry; NaN for one without points. */
    bounds: (one) => lay(Float64Array.from(BOUNDS, (side) => (geos.GEOSisEmpty(one) ? Number.NaN : double(side, one)))),

    /** Free geometries, whose handles lie anywhere in Python's memory. */
    free(at, length) {
      for (const one of theirs(at, length, Int32Array)) {
        if (prepared.has(one)) geos.GEOSPreparedGeom_destroy(prepared.get(one));
        prepared.delete(one);
        geos.GEOSGeom_destroy(one);
        alive -= 1;
      }
    },
  };
}
