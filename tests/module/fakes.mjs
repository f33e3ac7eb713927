/** Stand-ins for a browser and Foundry's documents, for tests of the module's pure parts. */

/** A clock that the test moves, with `setTimer` and `clearTimer` as a Bridge uses them. */
export class Clock {
  #tasks = new Map();
  #last = 0;
  now = 0;

  setTimer = (task, ms) => {
    this.#last += 1;
    this.#tasks.set(this.#last, { task, at: this.now + ms });
    return this.#last;
  };

  clearTimer = (handle) => this.#tasks.delete(handle);

  /** Let time pass and run the timers that are due, earliest first. */
  async pass(ms) {
    this.now += ms;
    const due = [...this.#tasks].filter(([, { at }]) => at <= this.now).sort(([, one], [, other]) => one.at - other.at);
    for (const [handle, { task }] of due) {
      this.#tasks.delete(handle);
      task();
    }
    await settled();
  }

  get waits() {
    return [...this.#tasks.values()].map(({ at }) => at - this.now);
  }
}

/** A fake WebSocket whose other end the test controls. */
export class Socket {
  readyState = 0;
  protocol = "";
  sent = [];
  closedWith = null;

  constructor(url) {
    this.url = url;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close(code) {
    // As in a browser, which takes no others of a script.
    if (code !== 1000 && !(code >= 3000 && code < 5000)) throw new RangeError(`a script cannot close with ${code}`);
    this.readyState = 3;
    this.closedWith = code;
  }

  opens(protocol = "coign.v1") {
    this.readyState = 1;
    this.protocol = protocol;
    this.onopen?.();
  }

  says(message) {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }

  ends(code = 1006, reason = "") {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  get last() {
    return this.sent.at(-1);
  }
}

/** Run the handlers of settled promises. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Make a document from source data and prepared data. */
export function documentOf(source, prepared = {}) {
  return { id: source._id, toObject: () => structuredClone(source), source, ...prepared };
}

/** A collection as Foundry's: a Map that iterates over its values. */
class Collection extends Map {
  [Symbol.iterator]() {
    return this.values();
  }
}

export function sceneOf({ _id = "s1", grid = { type: 1, size: 100, distance: 5, units: "ft" }, ...collections } = {}) {
  const source = { _id, name: "Cave", width: 1000, height: 800, padding: 0.25, grid, background: { src: "cave.webp" } };
  const scene = documentOf(source, { grid: { ...grid, diagonals: 4 } });
  for (const name of ["walls", "tokens", "lights", "regions", "tiles", "levels"]) {
    scene[name] = new Collection(
      (collections[name] ?? []).map((one) => [one.id, Object.assign(one, { parent: scene })]),
    );
  }
  return scene;
}

export const wallOf = (id, c = [0, 0, 100, 0]) =>
  documentOf({ _id: id, c, sight: 20, move: 20, door: 0, ds: 0, flags: {} });

/** A tile of Foundry 13 that stops light. */
export const roofOf = (id, more = {}) =>
  documentOf({
    ...{ _id: id, x: 0, y: 0, width: 200, height: 100, elevation: 10, rotation: 0, hidden: false },
    texture: { src: "roof.webp", anchorX: 0.5, anchorY: 0.5, scaleX: 1 },
    restrictions: { light: true, weather: true },
    occlusion: { mode: 1, alpha: 0 },
    ...more,
  });

export const tokenOf = (id, more = {}) =>
  documentOf({
    _id: id,
    name: id,
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    hidden: false,
    flags: {},
    texture: { src: "x.webp" },
    ...more,
  });

/** A browser's storage, kept in memory. */
export function memoryStorage() {
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

/** A generator of whole numbers below a bound: the same ones for the same seed. */
export function chanceOf(seed) {
  let state = (seed * 2654435761 + 1) % 2147483647;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}
