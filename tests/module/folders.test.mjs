/**
 * The tests of all folders beside this file, in one process: to start one for each of 80 files costs more than the tests.
 * No file sees the globals of another. Files that stand beside this one have a process of their own.
 */

import { readdirSync } from "node:fs";
import { after, describe } from "node:test";

const FOLDER = new URL("./", import.meta.url);

/** Return a function that gives an object's properties the values they have now, and removes those added since. */
function keep(object) {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const name of Object.keys(object)) if (!(name in before)) delete object[name];
    Object.defineProperties(object, before);
  };
}

const files = readdirSync(FOLDER, { recursive: true })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /.\/.*\.test\.mjs$/.test(file))
  .sort();

for (const file of files) {
  const restore = [globalThis, console].map(keep);
  // The next file is imported when this one has ended: `after` is late enough, and the end of a suite cannot be awaited.
  await new Promise((resolve) => {
    describe(file, async () => {
      try {
        await import(new URL(file, FOLDER));
      } finally {
        after(() => {
          for (const back of restore) back();
          resolve();
        });
      }
    });
  });
}
