/**
 * Ask the active GM about traits that were set on tokens while no GM's client could note the author. It asks once for each
 * viewed scene. Until the GM answers, these traits do not count.
 */

import { noteOfToken, traitsNotNoted } from "../systems/noted-traits.mjs";
import { confirm } from "../util/dialogs.mjs";
import { h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { settle } from "./note-traits.mjs";

/** @typedef {import("../systems/noted-traits.mjs").Trait} Trait */

/** The scenes about which a question is open, or was closed without an answer. @type {Set<string>} */
const scenesAsked = new Set();

/**
 * `canvasReady`.
 * @param {Coign.Context} _coign
 */
export async function askAboutTraits(_coign) {
  const scene = canvas?.scene;
  if (!scene?.id || !game.users?.activeGM?.isSelf || scenesAsked.has(scene.id)) return;
  const isNoted = (/** @type {Trait} */ { token, path }) => path in noteOfToken(scene.tokens.get(token));
  const missing = traitsNotNoted(scene);
  await settle(scene, missing.filter(isNoted), false); // in place of values that a GM has set
  const traits = missing.filter((trait) => !isNoted(trait));
  if (!traits.length) return;
  scenesAsked.add(scene.id);
  const answer = await confirm({
    title: t("COIGN.Traits.Title"),
    content: [
      h("p", {}, t("COIGN.Traits.Ask", { count: String(traits.length), scene: scene.name })),
      h(
        "ul.coign-traits",
        {},
        traits.map((trait) => h("li", {}, sentenceOf(scene, trait))),
      ),
      h("p.hint", {}, t("COIGN.Traits.Hint")),
    ],
    yes: t("COIGN.Traits.Count"),
    no: t("COIGN.Traits.LeaveOut"),
  });
  if (answer === null) return;
  scenesAsked.delete(scene.id);
  await settle(scene, traits, answer);
}

/**
 * @param {Scene.Implementation} scene
 * @param {Trait} trait
 */
function sentenceOf(scene, { token, path, value }) {
  const keys = [`COIGN.Token.${path}.label`, `COIGN.Token.${path}`];
  const label = keys.map((key) => t(key)).find((text, n) => text !== keys[n]) ?? path;
  const shown = Array.isArray(value) ? value.join(", ") || "–" : String(value);
  return `${scene.tokens.get(token)?.name ?? ""}: ${label.replace(/:$/, "")}: ${shown}`;
}
