/**
 * Shapes of values, elements and errors, from which the report of a practice fight is built. A shape contains no text, name
 * or id. Pure.
 */

/** @typedef {string | {[name: string]: Shape}} Shape the type of a value, or what is in it by names */

const DEEPEST = 5;
const MOST = 80; // names in one record, or parts in one element
const LOOKED_AT = 8; // values of a list
const ID = /^[A-Za-z0-9]{16}$/; // as Foundry makes them
const NAME = /^[\w.:=-]{1,60}$/; // a name in a program; a text of the world has spaces or letters of its language
const NOTHING = "nothing";
const PASSING = /^(fa(-.*)?|theme-.*|active|tier\d)$/; // classes that say how an element looks just now

/**
 * Return the shape of a value. For a list it is the shape of its entries, for a record that of each field.
 * @param {any} value
 * @param {number} [depth]
 * @returns {Shape}
 */
export function shapeOf(value, depth = DEEPEST) {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value) || value instanceof Set) {
    const shapes = [...value].slice(0, LOOKED_AT).map((one) => shapeOf(one, depth - 1));
    return depth > 0 && shapes.length ? { list: shapes.reduce(both) } : "list";
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  if (depth <= 0 || !entries.length) return "record";
  /** @type {Record<string, Shape>} */
  const shape = {};
  for (const [key, one] of entries.slice(0, MOST)) {
    const name = nameOf(String(key));
    const found = shapeOf(one, depth - 1);
    shape[name] = name in shape ? both(shape[name], found) : found;
  }
  return shape;
}

/**
 * Return a name in the form that a report may contain.
 * @param {string} name
 */
const nameOf = (name) => (ID.test(name) ? "id" : NAME.test(name) ? name.replace(/[A-Za-z0-9]{16}/g, "id") : "other");

/**
 * Return what two values are both like: the fields of either, and both types where they differ.
 * @param {Shape} one
 * @param {Shape} other
 * @returns {Shape}
 */
export function both(one, other) {
  if (one === NOTHING || one === other) return other;
  if (other === NOTHING) return one;
  if (typeof one === "string" && typeof other === "string")
    return [...new Set([...one.split(" or "), ...other.split(" or ")])].sort().join(" or ");
  if (typeof one === "string") return other;
  if (typeof other === "string") return one;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      name in one && name in other ? both(one[name], other[name]) : (one[name] ?? other[name]),
    ]),
  );
}

/**
 * Return what an argument of a hook is: a document by its kind, an element by its tag, a window, else its type.
 * @param {any} value
 */
export function kindOf(value) {
  if (value?.documentName) return `${value.documentName} document`;
  if (value?.nodeName) return `<${String(value.nodeName).toLowerCase()}>`;
  if (value?.window?.title !== undefined || value?.element?.nodeName) return "window";
  if (Array.isArray(value)) return "list";
  return value === null || value === undefined ? NOTHING : typeof value === "object" ? "record" : typeof value;
}

/**
 * Return an element and its descendants, each as its tag, its classes and the names of its data: `header.message-header`. Of
 * Coign's own elements only the outermost is named.
 * @param {any} element
 * @param {number} [depth]
 * @returns {{[name: string]: Shape}}
 */
export function treeOf(element, depth = 7) {
  if (!element) return {};
  const name = tagOf(element);
  if (depth <= 0 || /\.coign/.test(name)) return { [name]: NOTHING };
  const parts = [...element.children].slice(0, MOST).map((child) => treeOf(child, depth - 1));
  const inside = parts.reduce((all, one) => /** @type {any} */ (both(all, one)), /** @type {any} */ ({}));
  return { [name]: Object.keys(inside).length ? inside : NOTHING };
}

/** @param {any} element */
function tagOf({ nodeName, classList = [], attributes = [], id = "" }) {
  const data = [...attributes].map(({ name }) => name).filter((name) => name.startsWith("data-") && NAME.test(name));
  return [
    String(nodeName).toLowerCase(),
    id && NAME.test(id) && !/\d|[A-Za-z]{16}/.test(id) ? `#${id}` : "",
    ...[...classList]
      .filter((one) => NAME.test(one) && !PASSING.test(one))
      .sort()
      .map((one) => `.${nameOf(one)}`),
    ...data.sort().map((one) => `[${one}]`),
  ].join("");
}

/**
 * Return the class of an error and where it was thrown: "TypeError, chat.mjs:23". Its message may have names of the world.
 * @param {any} problem
 */
export const faultOf = (problem) =>
  [problem?.name ?? typeof problem, framesOf(problem?.stack)[0]].filter(Boolean).join(", ");

/**
 * Return the places of a stack, each as a file and its line, the newest first.
 * @param {unknown} stack
 */
export const framesOf = (stack) =>
  [...String(stack ?? "").matchAll(/([\w.-]+\.m?js)(?:\?[^:\s]*)?:(\d+)/g)].map(([, file, line]) => `${file}:${line}`);
