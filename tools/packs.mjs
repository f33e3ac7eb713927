/**
 * Compile the module's compendium packs into the LevelDB folders that Foundry reads. `tools/bundle.mjs` does it for every
 * build that a user gets.
 *
 * The source of a pack is `foundry-module/packs/NAME.json`: its label, its type, and its documents. In a text that begins
 * with "COIGN." the English one of the language file is put, and the key is noted beside it, so that the module can
 * translate it when somebody imports it (`scripts/config/try-it.mjs`).
 *
 * The database is LevelDB by `classic-level`, which Foundry and its own command line use. That command line would do no
 * more here, since an adventure is one entry of the database, and brings a reader of YAML and a second database.
 */

import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ClassicLevel } from "classic-level";

const COLLECTIONS = { Adventure: "adventures" }; // Foundry's name for the documents of a type, in their keys
const HIDDEN_FROM_PLAYERS = { PLAYER: "NONE", ASSISTANT: "OWNER" };
const CORE = "13.348"; // the version of Foundry whose fields the sources have; later ones migrate them
/** Files that LevelDB writes beside the data, and no reader needs: the lock, and a log with the time of day. */
const NOT_DATA = ["LOCK", "LOG", "LOG.old"];

/** Open the pack in a folder. */
export const openPack = (folder) => new ClassicLevel(folder, { keyEncoding: "utf8", valueEncoding: "json" });

/**
 * Compile every pack in the folder `from`, and write each into the folder `into`, beside its documents as JSON, which the
 * practice table reads. Return what the manifest says of each pack. `english` has the texts of the module.
 */
export async function compilePacks(from, into, english) {
  const sources = (await readdir(from)).filter((name) => name.endsWith(".json")).sort();
  const packs = [];
  for (const source of sources) {
    const name = basename(source, ".json");
    const { label, type, documents } = JSON.parse(await readFile(join(from, source), "utf8"));
    const collection = COLLECTIONS[type];
    if (!collection) throw new Error(`${source}: packs of the type ${type} are not known here`);
    const finished = documents.map((document) => ({ ...inEnglish(document, english), _stats: { coreVersion: CORE } }));
    await write(join(into, name), collection, finished);
    await writeFile(join(into, source), `${JSON.stringify(finished, null, 2)}\n`);
    packs.push({ name, label, type, path: `packs/${name}`, ownership: HIDDEN_FROM_PLAYERS });
  }
  return packs;
}

/** Write a new pack. */
async function write(folder, collection, documents) {
  await rm(folder, { recursive: true, force: true });
  const pack = openPack(folder);
  await pack.open();
  await pack.batch(documents.map((value) => ({ type: "put", key: `!${collection}!${value._id}`, value })));
  await pack.compactRange("!", "~"); // into one table, out of the diary of changes
  await pack.close();
  for (const name of NOT_DATA) await rm(join(folder, name), { force: true });
}

/** Return a document with its texts in English, each key in the flags of the document whose text it is. */
function inEnglish(value, english) {
  if (Array.isArray(value)) return value.map((one) => inEnglish(one, english));
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value);
  const texts = Object.fromEntries(fields.filter(([, one]) => typeof one === "string" && one.startsWith("COIGN.")));
  const whole = Object.fromEntries(
    fields.map(([name, one]) => [name, texts[name] ? textOf(one, english) : inEnglish(one, english)]),
  );
  if (!Object.keys(texts).length) return whole;
  return { ...whole, flags: { ...whole.flags, coign: { ...whole.flags?.coign, texts } } };
}

/** Return the English text of a key. */
function textOf(key, english) {
  const text = key.split(".").reduce((found, name) => found?.[name], english);
  if (typeof text !== "string") throw new Error(`no English text for ${key}, which a pack names`);
  return text;
}
