/**
 * Attacks that another module keeps where nobody can read them, so that the GM can be told why no card appears.
 *
 * Beyond20 posts the text of a roll that was made on a web page. Other modules merge rolls into a card of their own, which
 * their flags name.
 */

import { isD20Roll, rollsOf } from "./rolls.mjs";

const BEYOND20 = "beyond20";
/** Whose flags say nothing of a merge, or whose cards are read: midi-qol's roll comes by a hook of its own. */
const READ = new Set(["core", "coign", "midi-qol", "simplecover5e"]);

/**
 * @param {Coign.Foreign} message
 * @param {Coign.SystemRecord} record
 * @param {Coign.SystemContext} context
 * @returns {string | null}  the module's title; null where the message hides no attack
 */
export function unreadBy(message, record, context) {
  // The generic record reads any d20 roll, so it misses none.
  if (record.id === "generic" || record.readAttack(message, context)) return null;
  const flags = message?.flags ?? {};
  const content = String(message?.content ?? "");
  if (flags[BEYOND20] || /class="[^"]*beyond20-message/.test(content))
    return /attack|to hit/i.test(content) ? (context.module?.(BEYOND20)?.title ?? "Beyond20") : null;
  const said = flags[record.id] ?? {};
  // The system calls it a roll of another kind, or the card is not of an attack.
  if (said.roll?.type || said.context?.type || said.activity?.type !== "attack") return null;
  const rolled = rollsOf(message).some(isD20Roll) || /class="[^"]*\bdice-(total|roll)\b/.test(content);
  const merger = Object.keys(flags).find((id) => !READ.has(id) && id !== record.id && context.module?.(id));
  return rolled && merger ? String(context.module?.(merger)?.title ?? merger) : null;
}
