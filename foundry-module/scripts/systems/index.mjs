/**
 * The records of the game systems.
 *
 * To add a game system, write `<id>/record.mjs` with the fields that differ from `generic`, and add a line here. Nothing else
 * changes (docs/recipes.md).
 */

import { FIELDS, fieldsOf, ownFlags } from "../util/fields.mjs";
import { believed } from "../util/provenance.mjs";
import { FORCIBLE } from "../util/wire.mjs";
import { D35E } from "./D35E/record.mjs";
import { dnd5e } from "./dnd5e/record.mjs";
import { drawSteel } from "./draw-steel/record.mjs";
import { generic } from "./generic.mjs";
import { lancer } from "./lancer/record.mjs";
import { pf1 } from "./pf1/record.mjs";
import { pf2e, sf2e } from "./pf2e/record.mjs";
import { filled, sceneUnits } from "./reading.mjs";
import { isD20Roll, rollsOf } from "./rolls.mjs";
import { sfrpg } from "./sfrpg/record.mjs";
import { shadowdark } from "./shadowdark/record.mjs";
import { swade } from "./swade/record.mjs";
import { thingTraits } from "./things.mjs";
import { world } from "./world.mjs";

export const systems = [dnd5e, pf1, D35E, pf2e, sf2e, sfrpg, lancer, swade, drawSteel, shadowdark];

/**
 * Return the record of a game system; `generic` if it has none.
 * @param {string} systemId
 */
export const recordOf = (systemId) => systems.find(({ id }) => id === systemId) ?? generic;

/**
 * Return the adapter of a game system.
 * @param {string} systemId
 * @param {string} [systemVersion]
 * @param {Coign.SystemContext} [context]
 * @returns {Coign.Adapter}
 */
export function adapterFor(systemId, systemVersion = "", context = world) {
  const record = recordOf(systemId);
  const { majorVersions } = record.knows;
  const major = Number.parseInt(systemVersion, 10);
  /** @param {Coign.Foreign} token */
  const tokenDefaults = (token) => {
    const actor = token?.actor ?? null;
    return { ...record.tokenTraits(token, actor), ...thingTraits(token, actor) };
  };
  return {
    ...record,
    tested: majorVersions.length === 0 || majorVersions.includes(major),
    readAttack: (message) => record.readAttack(message, context),
    explainedBy: (message) => record.explainedBy(message, context),
    unreadBy: (message) => unreadBy(message, record, context),
    saveAgainst: (message) => record.saveAgainst(message, context),
    armourClass: (actor, message) => record.armourClass(actor, message, context),
    tokenTraits: (token) => withSheetValues(tokenDefaults(token), setOnToken(token, context)),
    tokenDefaults,
    attacksOf: (token) =>
      token?.actor ? record.attacksOf(token.actor, sceneUnits(token), token.parent?.grid?.distance) : [],
    bonusOf: (token, attack) => (token?.actor ? record.bonusOf(token.actor, attack, token, context) : null),
    defenceOf: (target, from, attack) =>
      record.defenceOf({ foe: target?.actor ?? null, token: target }, { actor: from?.actor ?? null, attack }, context),
  };
}

/**
 * Return the values set on a token. Of the values that only a GM may set, only those that a GM has set are returned.
 * @param {Coign.Foreign} token
 * @param {Coign.SystemContext} [context]
 */
export function setOnToken(token, { setByGM } = world) {
  return setByGM ? believed("token", ownFlags(token), setByGM(token)) : ownFlags(token);
}

const BEYOND20 = "beyond20";
/** Whose flags say nothing of a merge, or whose cards are read: midi-qol's roll comes by a hook of its own. */
const READ = new Set(["core", "coign", "midi-qol", "simplecover5e"]);

/** The fields of a sheet that are joined with the system's value, or are no traits. */
const JOINED = new Set(["mounted", "slowed", "senses", "speeds", "shield", "attacks"]);
const TRAITS = Object.keys(FIELDS.token).filter((name) => !JOINED.has(name));

/**
 * Return traits with the GM's values for the token (`flags.coign`, written by the token's sheet) in place of the
 * actor's. An empty list is a value ("ignores nothing"); null and an empty text are not.
 * @param {Coign.TokenTraits} traits
 * @param {Coign.Foreign} flags
 * @returns {Coign.TokenTraits}
 */
export function withSheetValues(traits, flags) {
  const word = fieldsOf(FIELDS.token, flags);
  const pairs = TRAITS.map((name) => [name, word[name]]).filter(([, value]) => value !== undefined && value !== "");
  const shield = filled(word.shield ?? {});
  return {
    ...traits,
    ...Object.fromEntries(pairs),
    ...saddled(word.statuses ?? traits.statuses, word.mounted),
    ...filled({
      attacks: attackArcs(word.attacks),
      senses: { ...traits.senses, ...filled(word.senses ?? {}) },
      speeds: { ...traits.speeds, ...filled(word.speeds ?? {}) },
      // The sheet sets the arm and the spell; the bonus stays the system's.
      shield:
        traits.shield || "bonus" in shield || "spell" in shield
          ? { side: "left", bonus: 0, ...traits.shield, ...shield }
          : null,
    }),
  };
}

/**
 * Return statuses with the GM's decision whether the creature rides, because few systems have a status for it.
 * @param {readonly string[]} [statuses]
 * @param {Coign.Foreign} [mounted]
 */
function saddled(statuses = [], mounted) {
  if (mounted === undefined || mounted === statuses.includes("mounted")) return {};
  return { statuses: mounted ? [...statuses, "mounted"] : statuses.filter((status) => status !== "mounted") };
}

/**
 * Read attacks that reach to the side or the rear from a token's sheet: "tail slap: rear, wings: flank". Text of
 * another form is ignored.
 * @param {Coign.Foreign} text or the object that it spells
 * @returns {Record<string, string>}
 */
function attackArcs(text) {
  if (typeof text !== "string") return text ?? {};
  const entries = text.split(/[,;]/).map((entry) => entry.split(":").map((part) => part.trim()));
  return Object.fromEntries(entries.filter(([name, area]) => name && area !== "none" && FORCIBLE.arcs.includes(area)));
}

/**
 * Return the module that keeps an attack where Coign cannot read it, to explain to the GM why no card appears.
 *
 * Beyond20 posts the text of a roll that was made on a web page. Other modules merge rolls into a card of their own, which
 * their flags name.
 *
 * @param {Coign.Foreign} message
 * @param {Coign.SystemRecord} record
 * @param {Coign.SystemContext} context
 * @returns {string | null} the module's title; null where the message hides no attack
 */
export function unreadBy(message, record, context) {
  // The generic record reads any d20 roll, so it misses none.
  if (record.id === "generic" || record.readAttack(message, context)) return null;
  const flags = message?.flags ?? {};
  const content = String(message?.content ?? "");
  if (flags[BEYOND20] || /class="[^"]*beyond20-message/.test(content))
    return /attack|to hit/i.test(content) ? (context.module?.(BEYOND20)?.title ?? "Beyond20") : null;
  const written = flags[record.id] ?? {};
  // The system calls it a roll of another kind, or the card is not of an attack.
  if (written.roll?.type || written.context?.type || written.activity?.type !== "attack") return null;
  const rolled = rollsOf(message).some(isD20Roll) || /class="[^"]*\bdice-(total|roll)\b/.test(content);
  const merger = Object.keys(flags).find((id) => !READ.has(id) && id !== record.id && context.module?.(id));
  return rolled && merger ? String(context.module?.(merger)?.title ?? merger) : null;
}
