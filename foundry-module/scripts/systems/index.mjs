/**
 * Which record reads which game system.
 *
 * To add a game system: write `<id>.mjs` beside this file, laying what the system knows better over `generic`, and add
 * a line here. Nothing else changes.
 */

import { D35E } from "./D35E.mjs";
import { dnd5e } from "./dnd5e.mjs";
import { generic } from "./generic.mjs";
import { pf1 } from "./pf1.mjs";
import { pf2e } from "./pf2e.mjs";
import { filled, sceneUnits } from "./reading.mjs";
import { world } from "./world.mjs";

export const systems = [dnd5e, pf1, D35E, pf2e];

/**
 * The adapter of a game system; `generic` where nobody wrote one.
 * @param {string} systemId
 * @param {string} [systemVersion]
 * @param {Coign.SystemContext} [context]
 * @returns {Coign.Adapter}
 */
export function adapterFor(systemId, systemVersion = "", context = world) {
  const record = systems.find((system) => system.id === systemId) ?? generic;
  const { majorVersions } = record.knows;
  const major = Number.parseInt(systemVersion, 10);
  /** @param {Coign.Foreign} token */
  const tokenDefaults = (token) => record.tokenExtras(token, token?.actor ?? null);
  return {
    id: record.id,
    title: record.title,
    knows: record.knows,
    tested: majorVersions.length === 0 || majorVersions.includes(major),
    readAttack: (message) => record.readAttack(message, context),
    saveAgainst: (message) => record.saveAgainst?.(message, context) ?? null,
    tokenExtras: (token) => withWord(tokenDefaults(token), token?.flags?.coign),
    tokenDefaults,
    attacksOf: (token) => (token?.actor ? (record.attacksOf?.(token.actor, sceneUnits(token)) ?? []) : []),
    watch: record.watch,
  };
}

const EXTRAS = /** @type {const} */ ([
  "reach",
  "height",
  "locomotion",
  "facing",
  "size",
  "creatureType",
  "species",
  "faceless",
  "rogueLevel",
  "armed",
  "creature",
  "formation",
  "attacks",
  "immune",
  "ignores",
  "appliedCover",
  "miss",
  "statuses",
  "feats",
]);

/**
 * Extras with the GM's word on the token (`flags.coign`, as the token's sheet writes it) laid over them. An empty list is
 * a word too: it ignores nothing; null and an empty text are none.
 * @param {Coign.TokenExtras} extras
 * @param {Coign.Foreign} word
 * @returns {Coign.TokenExtras}
 */
export function withWord(extras, word) {
  if (word === null || typeof word !== "object") return extras;
  const said = EXTRAS.map((name) => [name, word[name]]).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const shield = filled(word.shield ?? {});
  return {
    ...extras,
    ...Object.fromEntries(said),
    ...filled({
      senses: { ...extras.senses, ...filled(word.senses ?? {}) },
      speeds: { ...extras.speeds, ...filled(word.speeds ?? {}) },
      // The sheet sets the arm alone; the bonus stays the system's.
      shield: extras.shield || "bonus" in shield ? { side: "left", bonus: 0, ...extras.shield, ...shield } : null,
    }),
  };
}
