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
import { unreadBy } from "./unread.mjs";
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
    explainedBy: (message) => record.explainedBy?.(message, context) ?? [],
    unreadBy: (message) => unreadBy(message, record, context),
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
  "mount",
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
    ...saddled(word.statuses ?? extras.statuses, word.mounted),
    ...filled({
      attacks: areasOfAttacks(word.attacks),
      senses: { ...extras.senses, ...filled(word.senses ?? {}) },
      speeds: { ...extras.speeds, ...filled(word.speeds ?? {}) },
      // The sheet sets the arm alone; the bonus stays the system's.
      shield: extras.shield || "bonus" in shield ? { side: "left", bonus: 0, ...extras.shield, ...shield } : null,
    }),
  };
}

/**
 * Statuses with the GM's word on whether the creature rides: few systems have a status for it.
 * @param {readonly string[]} [statuses]
 * @param {Coign.Foreign} [mounted]
 */
function saddled(statuses = [], mounted) {
  if (typeof mounted !== "boolean" || mounted === statuses.includes("mounted")) return {};
  return { statuses: mounted ? [...statuses, "mounted"] : statuses.filter((status) => status !== "mounted") };
}

/**
 * Attacks that reach to the side or behind, as they are written on a token's sheet: "tail slap: rear, wings: flank". What
 * is not of that form says nothing.
 * @param {Coign.Foreign} text  or the object that it spells
 * @returns {Record<string, string>}
 */
function areasOfAttacks(text) {
  if (typeof text !== "string") return text ?? {};
  const entries = text.split(/[,;]/).map((entry) => entry.split(":").map((part) => part.trim()));
  return Object.fromEntries(entries.filter(([name, area]) => name && ["front", "flank", "rear"].includes(area)));
}
