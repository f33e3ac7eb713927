/** A case in the part of a link that no server sees: JSON, compressed, in letters that links allow. Pure. */

const NAME = "#case=";

/**
 * @param {object} theCase
 * @returns {Promise<string>} from the `#` on
 */
export async function linkOf(theCase) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(theCase)));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return NAME + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * @param {string} hash of an address
 * @returns {Promise<object | null>} null: it has no case
 */
export async function caseOf(hash) {
  if (!hash.startsWith(NAME)) return null;
  const letters = atob(hash.slice(NAME.length).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), packed)));
}

const through = async (stream, bytes) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
