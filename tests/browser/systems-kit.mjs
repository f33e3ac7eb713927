/** A world of one of the stand-in's game systems, with a game master who attacks in it. Without a browser. */

import { readFile } from "node:fs/promises";
import { Client } from "../../bridge/tabletop/foundry/client.mjs";
import { installGlobals } from "../../bridge/tabletop/foundry/globals.mjs";
import { World } from "../../bridge/tabletop/foundry/world.mjs";
import { documentsFor, SYSTEMS, systemOf } from "../../bridge/tabletop/systems/index.mjs";
import { partsOf } from "../../bridge/tabletop/texts.mjs";

const FOLDER = new URL("../../bridge/tabletop/", import.meta.url);
const read = async (path) => JSON.parse(await readFile(new URL(path, FOLDER), "utf8"));

/** A game master in the sample world of a system, with a page if one is given. */
export async function tableOf(id, generation = 13, window = null) {
  const system = systemOf(id);
  const documents = await documentsFor(system, await read("sample-scene.json"), read);
  const client = new Client(
    new World({
      id: "test",
      title: "Test",
      generation,
      version: `${generation}.351`,
      system: { id, version: system.versions[generation] },
      modules: [{ id: "coign", version: "0" }],
      documents,
    }),
    "userGM0000000000",
    { window },
  );
  if (window) installGlobals(client, window);
  system.install(client, window);
  await client.start();
  const aim = (...ids) => client.canvas.tokens.setTargets(ids);
  const weapon = (token, name) => system.weapons(token).find((item) => item.name === name);
  const strike = (by, name, how) => {
    const token = client.canvas.scene.tokens.get(by);
    return system.attack(client, token, weapon(token, name), how);
  };
  return { client, system, aim, strike };
}

/** Return each word in the line of a weapon, of every game system. */
export async function weaponWords() {
  const words = new Set();
  for (const system of SYSTEMS) {
    const { client } = await tableOf(system.id);
    for (const token of client.canvas.scene.tokens)
      for (const item of system.weapons(token))
        for (const { text, isWords } of partsOf(system.line(item)).flat()) if (isWords) words.add(text);
  }
  return [...words];
}
