/** Read a tar file. Pure. */

const BLOCK = 512; // bytes: each header is one block, and each file fills whole blocks
const [NAME, SIZE, PREFIX] = [
  [0, 100],
  [124, 136],
  [345, 500],
];

/**
 * Yield the path and the body of each file. A body is a view of `tar`, not a copy.
 * @param {Uint8Array} tar in the format `ustar`
 * @returns {Generator<[string, Uint8Array]>}
 */
export function* filesOfTar(tar) {
  for (let at = 0; tar[at]; ) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(text(header, SIZE), 8);
    const folder = text(header, PREFIX);
    at += BLOCK;
    yield [folder ? `${folder}/${text(header, NAME)}` : text(header, NAME), tar.subarray(at, at + size)];
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * @param {Uint8Array} header
 * @param {number[]} span
 */
const text = (header, [start, end]) => new TextDecoder().decode(header.subarray(start, end)).replace(/\0.*$/s, "");
