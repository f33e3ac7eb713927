/** Make elements of the page from their name, their properties and their children. */

const SVG = "http://www.w3.org/2000/svg";

/** @returns {HTMLElement} */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Make an element of a drawing; attributes that are null, undefined or false are left out. @returns {SVGElement} */
export function svg(name, attributes = {}, ...children) {
  const given = (value) => value !== null && value !== undefined && value !== false;
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (given(value)) element.setAttribute(key, String(value));
  element.append(...children.filter(given));
  return element;
}

/** Return the element of the page that has this id. */
export const field = (id) => document.querySelector(`#${id}`);
