/**
 * Foundry's `Hooks`, one set for each client.
 *
 * As in Foundry: handlers run in the order in which they were registered and are never awaited; `call` stops at the
 * first handler that returns false, `callAll` never does; a handler that throws is reported and the next one still
 * runs. (Public API pages, hookEvents; the types of v13.)
 */

/**
 * @param {(error: Error, name: string) => void} report  Called with every error that a handler throws.
 */
export function createHooks(report) {
  /** @type {Map<string, {id: number, fn: Function, once: boolean}[]>} */
  const events = new Map();
  let lastId = 0;

  function on(name, fn, { once = false } = {}) {
    const id = ++lastId;
    if (!events.has(name)) events.set(name, []);
    events.get(name).push({ id, fn, once });
    return id;
  }

  function off(name, idOrFn) {
    const kept = (events.get(name) ?? []).filter((entry) => entry.id !== idOrFn && entry.fn !== idOrFn);
    events.set(name, kept);
  }

  function run(name, entry, args) {
    if (entry.once) off(name, entry.id);
    try {
      return entry.fn(...args);
    } catch (error) {
      report(error, name);
      return undefined;
    }
  }

  return {
    on,
    off,
    once: (name, fn) => on(name, fn, { once: true }),
    call(name, ...args) {
      // a copy: a handler may register or remove handlers of the same name
      for (const entry of [...(events.get(name) ?? [])]) {
        if (run(name, entry, args) === false) return false;
      }
      return true;
    },
    callAll(name, ...args) {
      for (const entry of [...(events.get(name) ?? [])]) run(name, entry, args);
      return true;
    },
    onError(location, error) {
      report(error, location);
    },
    get events() {
      return Object.fromEntries(events);
    },
  };
}
