/** A case in the part of a link that no server sees: JSON, compressed, in letters that links allow. Pure. */

import { Wrong } from "./wrong.mjs";

const NAME = "#case=";
const MOST_LETTERS = 64_000; // of a link: mail and forums cut longer ones
const MOST_BYTES = 1_000_000; // of a case, inflated

/**
 * @param {object} theCase
 * @returns {Promise<string>} from the `#` on; empty if the case is too large for a link
 */
export async function linkOf(theCase) {
  const bytes = new TextEncoder().encode(JSON.stringify(theCase));
  if (bytes.length > MOST_BYTES) return "";
  const packed = await through(new CompressionStream("deflate-raw"), bytes);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  if (letters.length > MOST_LETTERS) return "";
  return NAME + letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * @param {string} hash of an address
 * @returns {Promise<object | null>} null: it has no case
 * @throws {Wrong} it has more than a case may have, or no case can be read from it
 */
export async function caseOf(hash) {
  if (!hash.startsWith(NAME)) return null;
  if (hash.length > NAME.length + MOST_LETTERS) throw new Wrong("link-large");
  try {
    const letters = atob(hash.slice(NAME.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = await through(new DecompressionStream("deflate-raw"), packed);
    const found = JSON.parse(new TextDecoder().decode(bytes));
    if (isCase(found)) return found;
  } catch (problem) {
    throw problem instanceof Wrong ? problem : new Wrong("link", {}, problem);
  }
  throw new Wrong("link");
}

/** Send bytes through a stream, and stop when more come out than a case may have. */
async function through(stream, bytes) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Wrong("link-large");
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => value === undefined || typeof value === "string";
const isTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");

/** Return whether a value has the form of a case, as far as the page's form reads it; the engine checks the rest. */
const isCase = (value) =>
  isObject(value) &&
  isObject(value.request) &&
  (value.request.targets === undefined || isTexts(value.request.targets)) &&
  isObject(value.request.attack ?? {}) &&
  (typeof value.ruleset === "string" || isTexts(value.ruleset)) &&
  (isTexts(value.map) || isObject(value.scene)) &&
  isObject(value.more ?? {}) &&
  isObject(value.options ?? {}) &&
  [value.name, value.why, value.source].every(isText);
