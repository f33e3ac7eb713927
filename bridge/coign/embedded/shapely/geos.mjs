/**
 * GEOS for the Python beside this file: kernels that work on many geometries at a time.
 *
 * Python and GEOS are two WebAssembly modules, each with a memory of its own. Python passes addresses in its memory;
 * the kernels read handles and coordinates there, call GEOS, and write the results there. A handle is the address of a
 * GEOS object in GEOS's memory; 0 stands for None, and FAILED for what GEOS could not do: `problem` then says why.
 * Where a kernel takes two arrays, one of them may have a single item, which then stands for all.
 */

const FAILED = -1;
const POINT_BYTES = 16; // two doubles
const [ROUND_CAP, MITRE_LIMIT] = [1, 5]; // shapely's defaults
const COLLECTION = 7; // GEOS's number of the type

const OVERLAYS = { intersection: "GEOSIntersection", difference: "GEOSDifference", union: "GEOSUnion" };
const CHANGES = {
  boundary: "GEOSBoundary",
  hull: "GEOSConvexHull",
  centroid: "GEOSGetCentroid",
  surface: "GEOSPointOnSurface",
};
const TESTS = { touches: "GEOSTouches", covers: "GEOSCovers" };
const COUNTS = {
  parts: "GEOSGetNumGeometries",
  holes: "GEOSGetNumInteriorRings",
  type: "GEOSGeomTypeId",
  dimensions: "GEOSGeom_getDimensions",
  empty: "GEOSisEmpty",
  valid: "GEOSisValid",
};
const OF_NONE = { area: Number.NaN, type: -1, dimensions: -1 }; // other measures of None are 0

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
  let room = { at: 0, bytes: 0 }; // where coordinates lie on their way to or from GEOS

  // --- the two memories ---------------------------------------------------------------------------------------------

  const mine = (at, length, Kind) => new Kind(Module.HEAPU8.buffer, at, length);
  const theirs = (at, length, Kind) => new Kind(python.HEAPU8.buffer, at, length);
  const handlesAt = (at, length) => theirs(at, length, Int32Array).slice();
  const pick = (array, k) => array[array.length === 1 ? 0 : k];

  /** Write `count` results into Python's memory. */
  function write(out, count, Kind, result) {
    const results = Kind.from({ length: count }, (_, k) => result(k));
    theirs(out, count, Kind).set(results);
  }

  /** Write `count` new handles; a result of 0 means that GEOS failed, and no result that there was nothing to do. */
  const writeHandles = (out, count, result) => write(out, count, Int32Array, (k) => nothingOr(result(k)));
  const nothingOr = (handle) => (handle === undefined ? 0 : given(handle) || FAILED);

  /** Count a handle that Python gets, unless it is 0. */
  function given(handle) {
    if (handle) alive += 1;
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

  function sequence(points, count) {
    const at = roomFor(count * POINT_BYTES);
    Module.HEAPU8.set(theirs(points, count * POINT_BYTES, Uint8Array), at);
    return geos.GEOSCoordSeq_copyFromBuffer(at, count, 0, 0);
  }

  function create(kind, points) {
    if (!points) return 0;
    if (kind === 0) return geos.GEOSGeom_createPoint(points);
    if (kind === 1) return geos.GEOSGeom_createLineString(points);
    const ring = geos.GEOSGeom_createLinearRing(points);
    return kind === 2 || !ring ? ring : geos.GEOSGeom_createPolygon(ring, 0, 0);
  }

  const filled = (ring) => geos.GEOSGeom_createPolygon(geos.GEOSGeom_clone(ring), 0, 0);

  function madeValid(one, method, keepCollapsed) {
    const how = geos.GEOSMakeValidParams_create();
    geos.GEOSMakeValidParams_setMethod(how, method);
    geos.GEOSMakeValidParams_setKeepCollapsed(how, keepCollapsed);
    const valid = geos.GEOSMakeValidWithParams(one, how);
    geos.GEOSMakeValidParams_destroy(how);
    return valid;
  }

  function joined(how, whole, grid) {
    if (how === "coverage") return geos.GEOSCoverageUnion(whole);
    return grid ? geos.GEOSUnaryUnionPrec(whole, grid) : geos.GEOSUnaryUnion(whole);
  }

  /** Return a collection of copies of geometries. */
  const collection = (type, handles) =>
    withHandles(
      Array.from(handles, (one) => geos.GEOSGeom_clone(one)),
      (at, count) => geos.GEOSGeom_createCollection(type, at, count),
    );

  const double = (name, one) => (geos[name](one, number) ? mine(number, 1, Float64Array)[0] : Number.NaN);

  function preparedOf(one) {
    if (!prepared.has(one)) prepared.set(one, geos.GEOSPrepare(one));
    return prepared.get(one);
  }

  /** Return the rings of a polygon, the outer one first; they belong to it. */
  const ringsOf = (one) =>
    geos.GEOSisEmpty(one)
      ? []
      : Array.from({ length: 1 + geos.GEOSGetNumInteriorRings(one) }, (_, n) => ringOf(one, n));
  const ringOf = (one, n) => (n ? geos.GEOSGetInteriorRingN(one, n - 1) : geos.GEOSGetExteriorRing(one));

  /** Yield the points and lines of which a geometry consists, with how many points each has. */
  function* linesOf(one) {
    const type = geos.GEOSGeomTypeId(one);
    if (type === 0) yield [one, geos.GEOSisEmpty(one) ? 0 : 1];
    else if (type < 3) yield [one, geos.GEOSGeomGetNumPoints(one)];
    else if (type === 3) for (const ring of ringsOf(one)) yield* linesOf(ring);
    else for (let n = 0; n < geos.GEOSGetNumGeometries(one); n++) yield* linesOf(geos.GEOSGetGeometryN(one, n));
  }

  function countPoints(one) {
    let count = 0;
    for (const [, points] of linesOf(one)) count += points;
    return count;
  }

  function measureOne(what, one) {
    if (!one) return OF_NONE[what] ?? 0;
    if (what === "area") return double("GEOSArea", one);
    return what === "coordinates" ? countPoints(one) : geos[COUNTS[what]](one);
  }

  function testOne(how, one, other) {
    if (!one || !other) return 0;
    if (how !== "intersects") return geos[TESTS[how]](one, other);
    if (prepared.has(one)) return geos.GEOSPreparedIntersects(prepared.get(one), other);
    if (prepared.has(other)) return geos.GEOSPreparedIntersects(prepared.get(other), one);
    return geos.GEOSIntersects(one, other);
  }

  // --- the kernels --------------------------------------------------------------------------------------------------

  return {
    version: geos.GEOSversion(),
    problem: () => problem,
    /** How many geometries Python holds. */
    alive: () => alive,
    /** The size of GEOS's memory in bytes. */
    memory: () => Module.HEAPU8.length,

    make(out, n, kind, countsAt, countsLength, points) {
      const counts = theirs(countsAt, countsLength, Int32Array).slice();
      let at = points;
      writeHandles(out, n, (k) => {
        const made = create(kind, sequence(at, counts[k]));
        at += counts[k] * POINT_BYTES;
        return made;
      });
    },
    emptyPolygon: () => given(geos.GEOSGeom_createEmptyPolygon()),
    collect: (out, n, type, at, length) => writeHandles(out, n, () => collection(type, handlesAt(at, length))),

    overlay(out, n, how, a, aLength, b, bLength) {
      const [one, other] = [handlesAt(a, aLength), handlesAt(b, bLength)];
      writeHandles(out, n, (k) => {
        const [left, right] = [pick(one, k), pick(other, k)];
        return left && right ? geos[OVERLAYS[how]](left, right) : undefined;
      });
    },
    test(out, n, how, a, aLength, b, bLength) {
      const [one, other] = [handlesAt(a, aLength), handlesAt(b, bLength)];
      write(out, n, Uint8Array, (k) => testOne(how, pick(one, k), pick(other, k)));
    },
    testAt(out, n, how, a, aLength, points) {
      const handles = handlesAt(a, aLength);
      const spots = theirs(points, 2 * n, Float64Array).slice();
      const test = how === "contains" ? "GEOSPreparedContainsXY" : "GEOSPreparedIntersectsXY";
      write(out, n, Uint8Array, (k) => {
        const one = pick(handles, k);
        return one ? geos[test](preparedOf(one), spots[2 * k], spots[2 * k + 1]) : 0;
      });
    },
    prepare(out, n, at, length) {
      const handles = handlesAt(at, length);
      write(out, n, Uint8Array, (k) => (handles[k] && preparedOf(handles[k]) ? 1 : 0));
    },
    measure(out, n, what, at, length) {
      const handles = handlesAt(at, length);
      write(out, n, Float64Array, (k) => measureOne(what, handles[k]));
    },
    change(out, n, how, at, length) {
      const handles = handlesAt(at, length);
      writeHandles(out, n, (k) => (handles[k] ? geos[CHANGES[how]](handles[k]) : undefined));
    },
    densify(out, n, at, length, step) {
      const handles = handlesAt(at, length);
      writeHandles(out, n, (k) => (handles[k] ? geos.GEOSDensify(handles[k], step) : undefined));
    },
    /** Make polygons of rings. */
    fill(out, n, at, length) {
      const handles = handlesAt(at, length);
      writeHandles(out, n, (k) => (handles[k] ? filled(handles[k]) : undefined));
    },
    makeValid(out, n, at, length, method, keepCollapsed) {
      const handles = handlesAt(at, length);
      writeHandles(out, n, (k) => (handles[k] ? madeValid(handles[k], method, keepCollapsed) : undefined));
    },
    buffer(one, distance, quadrantSegments, join) {
      const style = geos.GEOSBufferParams_create();
      geos.GEOSBufferParams_setQuadrantSegments(style, quadrantSegments);
      geos.GEOSBufferParams_setEndCapStyle(style, ROUND_CAP);
      geos.GEOSBufferParams_setJoinStyle(style, join);
      geos.GEOSBufferParams_setMitreLimit(style, MITRE_LIMIT);
      geos.GEOSBufferParams_setSingleSided(style, 0);
      const grown = geos.GEOSBufferWithParams(one, style, distance);
      geos.GEOSBufferParams_destroy(style);
      return given(grown);
    },
    /** Join all geometries; `grid` is the size of the grid to which the result snaps, or 0. */
    join(out, n, how, grid, at, length) {
      const whole = collection(
        COLLECTION,
        handlesAt(at, length).filter((one) => one),
      );
      writeHandles(out, n, () => joined(how, whole, grid));
      geos.GEOSGeom_destroy(whole);
    },
    polygonize: (out, n, at, length) =>
      writeHandles(out, n, () => withHandles(handlesAt(at, length), (list, count) => geos.GEOSPolygonize(list, count))),

    /** Copy the parts of all geometries, one after the other. */
    parts(out, n, at, length) {
      const found = [];
      for (const one of handlesAt(at, length))
        for (let k = 0; one && k < geos.GEOSGetNumGeometries(one); k++)
          found.push(geos.GEOSGeom_clone(geos.GEOSGetGeometryN(one, k)));
      writeHandles(out, n, (k) => found[k]);
    },
    /** Copy a ring of a polygon: 0 is the outer one. */
    ring: (one, n) => given(geos.GEOSGeom_clone(ringOf(one, n))),

    /** Write the points of all geometries, one after the other. */
    coordinates(out, at, length) {
      let to = out;
      for (const one of handlesAt(at, length))
        for (const [line, count] of one ? linesOf(one) : []) {
          if (!count) continue;
          const from = roomFor(count * POINT_BYTES);
          geos.GEOSCoordSeq_copyToBuffer(geos.GEOSGeom_getCoordSeq(line), from, 0, 0);
          theirs(to, count * POINT_BYTES, Uint8Array).set(mine(from, count * POINT_BYTES, Uint8Array));
          to += count * POINT_BYTES;
        }
    },
    free(at, length) {
      for (const one of handlesAt(at, length)) {
        if (one <= 0) continue;
        if (prepared.has(one)) geos.GEOSPreparedGeom_destroy(prepared.get(one));
        prepared.delete(one);
        geos.GEOSGeom_destroy(one);
        alive -= 1;
      }
    },
  };
}
