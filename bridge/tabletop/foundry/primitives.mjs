/** Foundry's additions to JavaScript's built-in classes. (fvtt-types 13.346, `common/primitives`.) */

const ADDED = {
  Array: {
    equals(other) {
      return Array.isArray(other) && other.length === this.length && this.every((value, n) => value === other[n]);
    },
    partition(rule) {
      return [this.filter((value) => !rule(value)), this.filter((value) => rule(value))];
    },
    filterJoin(separator) {
      return this.filter(Boolean).join(separator);
    },
    findSplice(find, replacement) {
      const at = this.findIndex(find);
      if (at < 0) return null;
      return this.splice(at, 1, ...(replacement === undefined ? [] : [replacement]))[0];
    },
    deepFlatten() {
      return this.flat(Number.POSITIVE_INFINITY);
    },
  },
  Number: {
    between(one, other, inclusive = true) {
      const [least, most] = [Math.min(one, other), Math.max(one, other)];
      return inclusive ? this >= least && this <= most : this > least && this < most;
    },
    almostEqual(other, epsilon = 1e-8) {
      return Math.abs(this - other) < epsilon;
    },
    signedString() {
      return this < 0 ? `-${-this}` : `+${this}`;
    },
    paddedString(digits) {
      return this.toString().padStart(digits, "0");
    },
    toNearest(interval = 1, method = "round") {
      return Math[method](this / interval) * interval;
    },
  },
  String: {
    capitalize() {
      return this.charAt(0).toUpperCase() + this.slice(1);
    },
    titleCase() {
      return this.toLowerCase().replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());
    },
    compare(other) {
      return this.localeCompare(other);
    },
    slugify({ replacement = "-", strict = false } = {}) {
      const plain = this.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
      return plain.replace(strict ? /[^a-z0-9]+/g : /\s+/g, replacement);
    },
    stripScripts() {
      return this.replace(/<script[\s\S]*?<\/script>/gi, "");
    },
  },
  Set: {
    first() {
      return this.values().next().value;
    },
    equals(other) {
      return other instanceof Set && other.size === this.size && [...this].every((value) => other.has(value));
    },
    intersects(other) {
      return [...this].some((value) => other.has(value));
    },
    isSubset(other) {
      return [...this].every((value) => other.has(value));
    },
    ...Object.fromEntries(
      ["every", "some", "find", "reduce"].map((name) => [
        name,
        function (...args) {
          return [...this][name](...args);
        },
      ]),
    ),
    filter(test) {
      return new Set([...this].filter((value) => test(value)));
    },
    map(transform) {
      return new Set([...this].map((value) => transform(value)));
    },
    toObject() {
      return [...this];
    },
  },
};

const STATIC = {
  Array: { fromRange: (count, least = 0) => Array.from({ length: count }, (_entry, n) => n + least) },
  Number: {
    isNumeric: (value) =>
      value !== null &&
      value !== true &&
      value !== false &&
      value !== "" &&
      !Array.isArray(value) &&
      !Number.isNaN(Number(value)),
    fromString: (text) => Number(String(text).replace(/\s+/g, "")),
  },
  Math: {
    clamp: (value, least, most) => Math.min(most, Math.max(least, value)),
    mix: (from, to, weight) => from * (1 - weight) + to * weight,
    normalizeDegrees: (degrees) => ((degrees % 360) + 360) % 360,
    normalizeRadians: (radians) => radians - 2 * Math.PI * Math.floor((radians + Math.PI) / (2 * Math.PI)),
    toDegrees: (radians) => (radians * 180) / Math.PI,
    toRadians: (degrees) => (degrees * Math.PI) / 180,
    roundDecimals: (value, places) => Math.round(value * 10 ** places) / 10 ** places,
  },
  RegExp: { escape: (text) => text.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&") },
};

/** @param {object} page  The window, or the global object, whose classes get the additions that they lack. */
export function installPrimitives(page) {
  const add = (target, members) => {
    for (const [name, value] of Object.entries(members))
      if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
  };
  for (const [name, members] of Object.entries(ADDED)) add(page[name].prototype, members);
  for (const [name, members] of Object.entries(STATIC)) add(page[name], members);
  if (!("TAU" in page.Math)) page.Math.TAU = 2 * Math.PI;
}
