/**
 * Ask hostile questions in hostile scenes, each in a session of its own, as a Worker would: in turns of a few milliseconds.
 *
 * It reads `{kind, scene, questions}`, one a line, and prints a line for each: the types of the answers, the seconds, the
 * longest turn in milliseconds, and both memories in bytes.
 */

import { readFileSync } from "node:fs";
import { startInNode } from "./node.mjs";

const given = readFileSync(0, "utf8").split("\n").filter(Boolean); // before Python takes the standard input
const { python } = await startInNode();
const PageSession = python.pyimport("coign.embedded.page_session").PageSession;
const geos = python.pyimport("coign_geos");

for (const { kind, scene, questions } of given.map((line) => JSON.parse(line))) {
  const answers = [];
  const hear = (text) => {
    const { type, code } = JSON.parse(text);
    answers.push(code ?? type);
  };
  const line = PageSession("http://a.test", "w", hear, (code) => answers.push(code));
  const begun = performance.now();
  let longest = 0;
  const turn = (work) => {
    const before = performance.now();
    const more = work();
    longest = Math.max(longest, performance.now() - before);
    return more;
  };
  const ask = (message) => {
    for (let more = turn(() => line.receive(JSON.stringify(message))); more; ) more = turn(() => line.step());
  };
  ask({ type: "hello", versions: [1], world: "w", user: "gm", client: "c", token: "" });
  ask({ type: "configure", rulesets: ["partial-advantage"] });
  ask({ type: "scene.put", scene: "s1", revision: 1, hash: "h", data: scene });
  for (const question of questions) ask(question);
  const seconds = Math.round(performance.now() - begun) / 1000;
  const memory = { python: python._module.HEAPU8.length, geos: geos.memory() };
  console.log(JSON.stringify({ kind, answers: [...new Set(answers)], seconds, longest: Math.round(longest), memory }));
  line.destroy();
}
