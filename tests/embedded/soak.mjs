/**
 * Attack again and again on a real map by night, while a GM moves fifty walls twenty times, and see that neither Python's
 * memory nor that of GEOS grows.
 *
 * usage: node tests/embedded/soak.mjs ATTACKS
 *
 * It prints both memories in bytes, and how many geometries Python holds, after a quarter of the attacks and at the end.
 * The exit status is 1 if they grew.
 */

import { readFileSync } from "node:fs";
import { startInNode } from "./node.mjs";

const SCENE = new URL("../data/scenes/tearing-temple-dungeon.json", import.meta.url);
const EDITS = 20;
const MOVED = 50; // walls
const SLACK = 2000; // geometries: twice those that are forgotten before they are given back together
const attacks = Number(process.argv[2]);

const { python } = await startInNode();
const scene = JSON.parse(readFileSync(SCENE, "utf8"));
scene.environment = { darknessLevel: 1, globalLight: { enabled: false } };
const tokens = scene.tokens.map(({ _id }) => _id);
const ended = [];
let answer = null;
const line = python.pyimport("coign.embedded.page_session").PageSession(
  "http://a.test",
  "w",
  (text) => {
    answer = JSON.parse(text);
  },
  (code, reason) => ended.push(code, reason),
);

/** Send a message, and return the last answer to it. */
function ask(message) {
  for (let more = line.receive(JSON.stringify(message)); more; ) more = line.step();
  return answer;
}

/** Send a request, later if there were too many within the last second. */
async function attack(message) {
  while (ask(message).code === "overloaded") await new Promise((resolve) => setTimeout(resolve, 100));
  if (answer.type !== "annotation") throw new Error(answer.message);
}

/** Move walls a little there, or back. */
function edit(turn) {
  const changes = scene.walls.slice(0, MOVED).map(({ _id, c: [x, ...rest], ...wall }) => ({
    document: "Wall",
    action: "update",
    id: _id,
    data: { _id, ...wall, c: [x + (turn % 2) * 3, ...rest] },
  }));
  const { type } = ask({
    type: "scene.patch",
    scene: scene._id,
    base: turn + 1,
    revision: turn + 2,
    hash: "h",
    changes,
  });
  if (type !== "synced") throw new Error(type);
}

ask({ type: "hello", versions: [1], world: "w", user: "gm", client: "c", token: "" });
ask({ type: "configure", rulesets: ["partial-advantage"] });
ask({ type: "scene.put", scene: scene._id, revision: 1, hash: "h", data: scene });
const geos = python.pyimport("coign_geos");
const measured = () => ({ python: python._module.HEAPU8.length, geos: geos.memory(), geometries: geos.alive() });

let early = null;
const took = [];
for (let n = 0; n < attacks; n++) {
  const [actor, target] = [tokens[n % tokens.length], tokens[(n * 7 + 3) % tokens.length]];
  if (n % Math.ceil(attacks / EDITS) === 0) edit(n / Math.ceil(attacks / EDITS));
  const begun = performance.now();
  await attack({ type: "evaluate", id: `e${n}`, scene: scene._id, occasion: "attack", actor, targets: [target] });
  took.push(performance.now() - begun);
  if (n === Math.floor(attacks / 4)) early = measured();
}
took.sort((one, other) => one - other);
const [p50, p95] = [0.5, 0.95].map((share) => Number(took[Math.floor(share * took.length)].toFixed(2)));
const late = measured();
console.log(JSON.stringify({ attacks, early, late, p50, p95, ended }));
const grown = late.python > early.python || late.geos > early.geos || late.geometries > early.geometries + SLACK;
if (ended.length || grown) process.exitCode = 1;
