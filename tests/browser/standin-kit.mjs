/** A small world for the tests of the stand-in, and its clients: several in one process, no browser. */

import { Client } from "../../bridge/tabletop/foundry/client.mjs";
import { World } from "../../bridge/tabletop/foundry/world.mjs";

export const TOKEN = { _id: "tokenA0000000000", name: "A", actorId: "actorA0000000000", x: 100, y: 100 };

/** Make a world of two GMs and a player, with a scene of two tokens and two walls. */
export function worldOf({ generation = 13, scenes, system = { id: "dnd5e", version: "5.3.3" } } = {}) {
  return new World({
    id: "test",
    title: "Test",
    generation,
    version: `${generation}.351`,
    system,
    modules: [
      { id: "coign", version: "0" },
      { id: "speaks", socket: true },
    ],
    documents: {
      User: [
        { _id: "gm", name: "Gamemaster", role: 4 },
        { _id: "gm2", name: "Second", role: 4 },
        { _id: "player", name: "Player", role: 1 },
      ],
      Actor: [
        { _id: "actorA0000000000", name: "A", ownership: { default: 0, player: 3 } },
        { _id: "actorB0000000000", name: "B" },
      ],
      Scene: scenes ?? [
        {
          _id: "scene",
          active: true,
          width: 1000,
          height: 700,
          tokens: [TOKEN, { _id: "tokenB0000000000", name: "B", actorId: "actorB0000000000" }],
          walls: [
            { _id: "door", c: [0, 0, 0, 100], door: 1 },
            { _id: "wall", c: [9, 0, 9, 100] },
          ],
        },
      ],
    },
  });
}

export async function clients(world, ...users) {
  return Promise.all(users.map((user) => new Client(world, user).start()));
}

/** Wait for packets: each is a timer, and its answer another. A busy machine may run several late timers in one go. */
export async function settled(hops = 8) {
  for (let hop = 0; hop < hops; hop++) await new Promise((resolve) => setTimeout(resolve, 3));
}
export const tokenOf = (client, id = TOKEN._id) => client.game.scenes.get("scene").tokens.get(id);
