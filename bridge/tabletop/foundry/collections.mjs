/** Foundry's `Collection`: a Map that iterates over its values and has methods of an array, such as `find`. */

export class Collection extends Map {
  [Symbol.iterator]() {
    return this.values();
  }

  get contents() {
    return [...this.values()];
  }

  get(key, { strict = false } = {}) {
    const found = super.get(key);
    if (strict && found === undefined) throw new Error(`The key ${key} does not exist in the ${this.constructor.name}`);
    return found;
  }

  getName(name, { strict = false } = {}) {
    const found = this.find((document) => document.name === name);
    if (strict && found === undefined) throw new Error(`An entry with name ${name} does not exist`);
    return found;
  }

  find(condition) {
    return this.contents.find((value) => condition(value));
  }

  filter(condition) {
    return this.contents.filter((value) => condition(value));
  }

  map(transform) {
    return this.contents.map((value) => transform(value));
  }

  reduce(reducer, initial) {
    return this.contents.reduce(reducer, initial);
  }

  some(condition) {
    return this.contents.some((value) => condition(value));
  }

  every(condition) {
    return this.contents.every((value) => condition(value));
  }

  forEach(fn) {
    for (const value of this.values()) fn(value);
  }

  toJSON() {
    return this.map((value) => value.toJSON?.() ?? value);
  }
}
