/**
 * Run files of tests in one process. No file sees the globals of another. Those of the last file stay, because timers that
 * it started may still use them.
 */

import { after, describe } from "node:test";
import { pathToFileURL } from "node:url";

/** Return a function that gives an object's properties the values they have now, and removes those added since. */
function keep(object) {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const name of Object.keys(object)) if (!(name in before)) delete object[name];
    Object.defineProperties(object, before);
  };
}

/**
 * Run files one after another, each as a suite of the name by which it is given.
 * @param {[string, string][]} files  the name and the path of each
 */
export async function together(files) {
  for (const [n, [name, path]] of files.entries()) {
    const restore = [globalThis, console].map(keep);
    // The next file is imported when this one has ended: `after` is late enough, and the end of a suite cannot be awaited.
    await new Promise((resolve) => {
      describe(name, async () => {
        try {
          await import(pathToFileURL(path).href);
        } finally {
          after(() => {
            if (n < files.length - 1) for (const back of restore) back();
            resolve();
          });
        }
      });
    });
  }
}
