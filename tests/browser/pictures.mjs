/**
 * Writes pictures for pages as WebP, one or a moving one. Chromium encodes the frames; the file around several of them is
 * put together here (RIFF: developers.google.com/speed/webp/docs/riff_container), so that no package is needed for it.
 */

import { writeFile } from "node:fs/promises";

const QUALITY = 0.86;
const IMAGE = ["VP8 ", "VP8L", "ALPH"]; // the names of the chunks of a picture

/**
 * Write a screenshot as WebP.
 *
 * @param {import("playwright").Page} page any page: its browser encodes
 * @param {Buffer} png
 * @param {string} path
 */
export async function writePicture(page, png, path) {
  const { bytes } = await encoded(page, png.toString("base64"), null);
  await writeFile(path, bytes);
}

/**
 * Write frames as a moving WebP that begins again at its end. Of each frame only what changed is stored.
 *
 * @param {import("playwright").Page} page
 * @param {{png: Buffer, ms: number}[]} frames of one size, and how long each is shown
 * @param {string} path
 */
export async function writeMovingPicture(page, frames, path) {
  const chunks = [];
  let before = null;
  let size;
  for (const { png, ms } of frames) {
    const frame = await encoded(page, png.toString("base64"), before);
    size ??= [frame.width, frame.height];
    before = png.toString("base64");
    if (!frame.bytes) chunks.at(-1).ms += ms;
    else chunks.push({ ms, ...frame });
  }
  const canvas = Buffer.concat([Buffer.from([0b10, 0, 0, 0]), int24(size[0] - 1), int24(size[1] - 1)]);
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", canvas), // an animation, without transparency
    chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])), // again and again
    ...chunks.map(({ bytes, x, y, width, height, ms }) => {
      const head = [x / 2, y / 2, width - 1, height - 1, ms].map(int24);
      return chunk("ANMF", Buffer.concat([...head, Buffer.from([0b10]), ...imageChunks(bytes)])); // drawn over the one before
    }),
  ]);
  await writeFile(path, chunk("RIFF", body));
}

/** Encode a picture, or the smallest box that differs from the picture before; without bytes if nothing differs. */
async function encoded(page, png, before) {
  const frame = await page.evaluate(encodeInPage, { png, before, quality: QUALITY });
  return { ...frame, bytes: frame.webp && Buffer.from(frame.webp, "base64") };
}

async function encodeInPage({ png, before, quality }) {
  const drawn = async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(picture, 0, 0);
    return canvas;
  };
  const pixels = (canvas) =>
    new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const canvas = await drawn(png);
  let [left, top, right, bottom] = [0, 0, canvas.width, canvas.height];
  if (before) {
    const [now, then] = [pixels(canvas), pixels(await drawn(before))];
    [left, top, right, bottom] = [canvas.width, canvas.height, 0, 0];
    for (let at = 0; at < now.length; at++) {
      if (now[at] === then[at]) continue;
      const [x, y] = [at % canvas.width, Math.floor(at / canvas.width)];
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ];
    }
    if (right <= left) return { webp: null };
    [left, top] = [left - (left % 2), top - (top % 2)]; // a frame begins at an even place
  }
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const part = new OffscreenCanvas(box.width, box.height);
  part.getContext("2d", { alpha: false }).drawImage(canvas, -left, -top);
  const bytes = new Uint8Array(await (await part.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
  return { ...box, webp: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}

/** Return the chunks of a WebP file that are the picture itself; beside them Chromium writes a colour profile. */
function imageChunks(file) {
  const found = [];
  for (let at = 12, end; at < file.length; at = end) {
    const length = file.readUInt32LE(at + 4);
    end = at + 8 + length + (length % 2);
    if (IMAGE.includes(file.toString("latin1", at, at + 4))) found.push(file.subarray(at, end));
  }
  return found;
}

/** A chunk of a RIFF file: its name, its length, its content, and a byte more if the length is odd. */
function chunk(name, content) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

function int24(value) {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
