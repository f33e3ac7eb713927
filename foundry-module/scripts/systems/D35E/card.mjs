/**
 * The chat card of an attack in D&D 3.5, as `D35E.mjs` reads it: from the data that it keeps (from 2.4 on), or from its
 * markup. Pure.
 */

import { idOf, list, number } from "../reading.mjs";
import { isD20Roll, parseRoll, readRoll } from "../rolls.mjs";

/** The total that the system writes if no attack was rolled. */
const NO_ATTACK = -1337;

/** The check boxes of the attack's dialog that correspond to Coign's modifiers. @type {Record<string, string>} */
const TOGGLES = {
  prone: "attacker-prone",
  highGround: "high-ground",
  flanking: "flanking",
  closeQuartersShot: "into-melee",
};

/**
 * @typedef {object} Card
 * @property {Coign.SeenRoll[]} rolls each with its damage
 * @property {string | null} token "scene.token" of the attacker
 * @property {string[]} targets token ids
 * @property {string | null} item
 * @property {string[]} counted ids of modifiers that the dialog has put into the roll
 */

/**
 * @param {Coign.Foreign} message
 * @returns {Card | null}
 */
export const cardOf = (message) =>
  message?.flags?.D35E?.chatTemplateData ? dataCard(message.flags.D35E) : markupCard(String(message?.content ?? ""));

/**
 * @param {Coign.Foreign} flags
 * @returns {Card | null}
 */
function dataCard({ template, chatTemplateData: data }) {
  if (!String(template ?? "").endsWith("attack-roll.html")) return null;
  const attacks = list(data.attacks).filter((attack) => attack?.hasAttack && number(attack.attack?.total) !== null);
  return {
    rolls: attacks.map((attack) => {
      const roll = list(attack.rolls).map(parseRoll).find(isD20Roll);
      const seen = roll ? readRoll(roll) : bareRoll(attack.attack.total, attack.natural20, attack.fumble);
      return withDamage(seen, attack.hasDamage ? number(attack.damage?.total) : null);
    }),
    token: data.tokenId ?? null,
    targets: list(data.targets).map((target) => String(target?.id ?? target)),
    item: idOf(data.item),
    counted: countedIn(attacks),
  };
}

/**
 * Return the modifiers that the attack's dialog has counted. Each attack keeps its roll's data, which contain the check boxes
 * (`module/item/extensions/use.js`, `extractFormData`).
 * @param {Coign.Foreign[]} attacks
 */
export function countedIn(attacks) {
  const toggles = attacks.find((attack) => attack.rollData?.attackToggles)?.rollData.attackToggles ?? {};
  return Object.keys(TOGGLES)
    .filter((toggle) => toggles[toggle] === true)
    .map((toggle) => TOGGLES[toggle]);
}

/**
 * @param {string} markup
 * @returns {Card | null}
 */
function markupCard(markup) {
  if (!/class="D35E chat-card/.test(markup)) return null;
  const rolls = markup
    .split(/class="chat-attack/)
    .slice(1)
    .flatMap((block) => {
      // The buttons carry the attack's total; a card without buttons deals no damage, and its one total is the
      // attack's.
      const total = number(attribute(block, "roll") ?? /class="dice-total"[^>]*>\s*(-?\d+)/.exec(block)?.[1]);
      if (total === null || total === NO_ATTACK) return [];
      const roll = bareRoll(total, attribute(block, "natural") === "true", attribute(block, "fumble") === "true");
      return [withDamage(roll, number(/data-action="applyDamage"[^>]*data-value="(-?\d+)"/.exec(block)?.[1]))];
    });
  return {
    rolls,
    token: attribute(markup, "token-id") ?? attribute(markup, "attackertoken"),
    targets: [...markup.matchAll(/data-target="([^"]+)"/g)].map((found) => found[1]),
    item: attribute(markup, "item-id"),
    counted: [], // the card names the dialog's modifiers only in the user's language
  };
}

/**
 * Add the damage that is in an attack's own card, which no message of its own will have.
 * @param {Coign.SeenRoll} roll
 * @param {number | null} damage null: it has none
 */
const withDamage = (roll, damage) => (damage === null ? roll : { ...roll, rolled: { damage: [Math.floor(damage)] } }); // fractions of damage round down

/**
 * @param {string} markup
 * @param {string} name
 */
const attribute = (markup, name) => new RegExp(`data-${name}="([^"]*)"`).exec(markup)?.[1] || null;

/**
 * Return a roll with only its total known.
 * @param {Coign.Foreign} total
 * @param {boolean} natural20
 * @param {boolean} fumble
 * @returns {Coign.Roll}
 */
const bareRoll = (total, natural20, fumble) => ({
  d20: natural20 ? [{ value: 20, kept: true }] : fumble ? [{ value: 1, kept: true }] : [],
  mode: "normal",
  total: number(total),
  rerolled: false,
});
