/**
 * Descriptions of elements, and functions that make elements or HTML text of them. Text is always text: nothing that
 * comes from the bridge, from a name or from a translation is ever parsed as HTML. Pure, but for the document
 * parameter.
 */

/** @typedef {{tag: string, attributes: Record<string, string>, children: (Node_ | string)[]}} Node_ */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "polyline", "polygon", "circle", "text", "title"]);
const EMPTY_TAGS = new Set(["input", "br"]);

/**
 * Describe an element. Attributes that are null, undefined or false are left out; true is an attribute without a value.
 * Children that are null or false are left out; lists of children are flattened.
 *
 * @param {string} tag with its classes: "ul.coign-chips"
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...unknown} children nodes, strings, or lists of them
 * @returns {Node_}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const pairs = Object.entries(attributes).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  );
  return {
    tag: name,
    attributes: {
      ...(classes.length ? { class: classes.join(" ") } : {}),
      ...Object.fromEntries(pairs.map(([key, value]) => [key, value === true ? "" : String(value)])),
    },
    children: /** @type {(Node_ | string)[]} */ (
      children.flat(2).filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    ),
  };
}

/**
 * Describe a button of one of our windows.
 * @param {string} action the name of its function among the window's actions
 * @param {unknown} content
 * @param {Parameters<typeof h>[1]} [attributes]
 */
export const actionButton = (action, content, attributes) =>
  h("button", { type: "button", "data-action": action, ...attributes }, content);

/**
 * @param {Node_} node
 * @param {Document} document of the page that gets the element: windows may be detached
 * @returns {Element}
 */
export function elementOf(node, document) {
  const element = SVG_TAGS.has(node.tag) ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attributes)) element.setAttribute(name, value);
  element.append(...node.children.map((child) => (typeof child === "string" ? child : elementOf(child, document))));
  return element;
}

/**
 * @param {Node_ | string} node
 * @returns {string} HTML, escaped
 */
export function htmlOf(node) {
  if (typeof node === "string") return escaped(node);
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  if (EMPTY_TAGS.has(node.tag)) return `<${node.tag}${attributes.join("")}>`;
  return `<${node.tag}${attributes.join("")}>${node.children.map(htmlOf).join("")}</${node.tag}>`;
}

/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]);
