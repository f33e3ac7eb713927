/** Elements of a page for tests in Node: as much of them as Foundry's sheets and our additions to these use. */

const ONE = /^([a-z]+)?((?:\.[\w-]+|\[[\w-]+(?:=["'][^"']*["'])?\])*)$/;

/** Make the test whether an element matches a selector: tags, classes and attributes, in a list or alone. */
function matcher(selector) {
  const tests = selector.split(",").map((part) => {
    const [, tag, rest] = ONE.exec(part.trim());
    const more = [...rest.matchAll(/\.([\w-]+)|\[([\w-]+)(?:=["']([^"']*)["'])?\]/g)];
    return (element) =>
      (!tag || element.tag === tag) &&
      more.every(([, name, attribute, value]) =>
        name
          ? (element.attributes.class ?? "").split(" ").includes(name)
          : attribute in element.attributes && (value === undefined || element.attributes[attribute] === value),
      );
  });
  return (element) => tests.some((test) => test(element));
}

const page = { createElement: (tag) => new FakeElement(tag), createElementNS: (_space, tag) => new FakeElement(tag) };

export class FakeElement {
  ownerDocument = page;
  attributes = {};
  children = [];
  disabled = false;
  parent = null;
  #listeners = [];
  #typed = null;

  constructor(tag, attributes = {}, ...children) {
    this.tag = tag;
    Object.assign(this.attributes, attributes);
    this.append(...children);
  }

  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  get dataset() {
    return Object.fromEntries(
      Object.entries(this.attributes).flatMap(([name, value]) =>
        name.startsWith("data-") ? [[name.slice(5), value]] : [],
      ),
    );
  }

  /** What is typed or picked. Before that a list has its selected option, or else its first. */
  get value() {
    if (this.#typed !== null) return this.#typed;
    if (this.tag !== "select") return this.attributes.value ?? "";
    const options = this.querySelectorAll("option");
    return (options.find(({ attributes }) => "selected" in attributes) ?? options[0]).value;
  }

  set value(value) {
    this.#typed = value;
  }

  append(...children) {
    for (const child of children) if (child instanceof FakeElement) child.parent = this;
    this.children.push(...children);
  }

  before(...others) {
    for (const other of others) other.parent = this.parent;
    this.parent.children.splice(this.parent.children.indexOf(this), 0, ...others);
  }

  remove() {
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
  }

  querySelectorAll(selector) {
    const matches = matcher(selector);
    const below = this.children.filter((child) => child instanceof FakeElement);
    return below.flatMap((child) => [...(matches(child) ? [child] : []), ...child.querySelectorAll(selector)]);
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  getElementsByTagName(tag) {
    return this.querySelectorAll(tag);
  }

  addEventListener(type, listener) {
    this.#listeners.push([type, listener]);
  }

  /** Tell the listeners of an event; returns what they return. */
  tell(type, event = {}) {
    return this.#listeners.flatMap(([of, listener]) => (of === type ? [listener(event)] : []));
  }

  /** The element as data that can be compared; an id that is drawn at random is left out. */
  toJSON() {
    const { id: _id, for: _for, ...attributes } = this.attributes;
    return [this.tag, attributes, this.children];
  }
}

/** A sheet of Foundry's, with its tabs and its footer. */
export const sheetOf = () =>
  new FakeElement(
    "form",
    {},
    new FakeElement(
      "nav",
      { class: "sheet-tabs tabs" },
      new FakeElement("a", { "data-group": "main", "data-tab": "light" }),
    ),
    new FakeElement("footer", { class: "form-footer" }),
  );
