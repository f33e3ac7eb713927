/** Entries in the context menu of chat messages, for a GM: to measure again, or to set what no document contains. */

import { annotate } from "../attack/annotate.mjs";
import { currentTargets } from "../attack/capture.mjs";
import { attackBefore, setDamage } from "../attack/damage.mjs";
import { readMessage } from "../attack/message.mjs";
import { areasFor, maybeSave, occasionsFor } from "../attack/read-attack.mjs";
import { keepMoment, placeOf, stoodAt } from "../attack/standing.mjs";
import { rulesetsInUse } from "../connection/rulesets.mjs";
import { checkDie } from "../systems/rolls.mjs";
import { pick } from "../util/dialogs.mjs";
import { t } from "../util/foundry.mjs";
import { titleOfRoll } from "../util/texts.mjs";
import { ATTACK_KINDS } from "../util/wire.mjs";
import { ACTIONS } from "./buttons.mjs";
import { messagesIn } from "./in-view.mjs";
import { retarget, say } from "./say.mjs";

/** @typedef {ChatMessage.Implementation} Document */

/**
 * @typedef {object} Entry
 * @property {string} name a language key
 * @property {string} icon
 * @property {(read: Coign.Message, coign: Coign.Context, message: Document) => boolean} when
 * @property {(coign: Coign.Context, message: Document) => unknown} act
 */

/** @type {Entry[]} */
const ENTRIES = [
  {
    name: "COIGN.Menu.Add",
    icon: "fa-chess-rook",
    when: ({ attack }) => attack !== null,
    act: (coign, message) => ACTIONS.add(coign, message, { modifier: "", target: null }),
  },
  {
    name: "COIGN.Menu.Retarget",
    icon: "fa-bullseye",
    when: ({ attack }) => attack !== null && attack.occasion !== "save",
    act: retarget,
  },
  {
    name: "COIGN.Menu.Again",
    icon: "fa-ruler",
    when: ({ attack }, coign) => attack !== null && coign.engine.connected,
    act: (coign, message) => annotate(coign, message, { again: true }),
  },
  {
    name: "COIGN.Menu.BeforeMove",
    icon: "fa-shoe-prints",
    when: ({ attack }, coign) => attack !== null && coign.engine.connected,
    act: beforeMove,
  },
  {
    name: "COIGN.Menu.Save",
    icon: "fa-burst",
    when: ({ attack }, _coign, message) => maybeSave(message, attack),
    act: (coign, message) => {
      const [save] = currentTargets();
      if (!save) return ui.notifications.warn("COIGN.Errors.NoOrigin", { localize: true });
      return say(coign, message, { save });
    },
  },
  {
    name: "COIGN.Menu.Area",
    icon: "fa-burst",
    when: ({ attack }, _coign, message) => maybeSave(message, attack) && areasFor(message).length > 0,
    act: async (coign, message) => {
      const options = areasFor(message).map(({ name, point }, n) => ({
        label: name || t("COIGN.Area.Unnamed", { nth: String(n + 1) }),
        value: point,
      }));
      const ask = { title: t("COIGN.Menu.Area"), label: t("COIGN.Area.Which"), options };
      const save = options.length > 1 ? await pick(ask) : options[0]?.value;
      return save && say(coign, message, { save });
    },
  },
  {
    name: "COIGN.Menu.As",
    icon: "fa-eye",
    when: (_read, coign, message) => occasionsFor(coign, message).length > 0,
    act: pickOccasion,
  },
  {
    name: "COIGN.Menu.Damage",
    icon: "fa-droplet",
    when: (read, coign) => attackBefore(coign, read) !== undefined,
    act: (coign, message) => {
      const attack = attackBefore(coign, readMessage(coign, message));
      const damage = message.rolls.reduce((sum, { total }) => sum + (total ?? 0), 0);
      return attack && setDamage(coign, attack, damage);
    },
  },
];

/**
 * @typedef {{occasion: Coign.Occasion, kind?: Coign.Wire.CheckKind, die?: number | null, attack?: "melee" | "ranged",
 *   primary?: boolean}} Kind a kind that a roll may be
 */

/**
 * List the kinds of a roll: the kinds of attack, and the kinds of roll that the rulesets in use distinguish.
 *
 * @param {Coign.Context} coign
 * @param {Document} message
 * @returns {{label: string, value: Kind}[]}
 */
function kindsOf(coign, message) {
  const occasions = occasionsFor(coign, message);
  const rulesets = rulesetsInUse(coign);
  const rows = rulesets.flatMap(({ id, rolls = [] }) => rolls.map((roll) => ({ id, roll })));
  const own = new Set(rows.map(({ roll }) => roll.occasion));
  const isOpen = occasions.includes("check");
  const isAttack = occasions.includes("attack");
  const plain = occasions.filter((occasion) => !own.has(occasion));
  const option = (/** @type {string} */ key, /** @type {Kind} */ value) => ({ label: t(key), value });
  const die = message.rolls.map(checkDie).find((faces) => faces !== null) ?? null;
  return [
    ...plain.map((occasion) => option(`COIGN.Occasion.${occasion}`, { occasion })),
    ...(isOpen && isAttack
      ? ATTACK_KINDS.map((attack) => option(`COIGN.Occasion.${attack}`, { occasion: "attack", attack }))
      : []),
    ...(isAttack && rows.length ? [option("COIGN.Occasion.secondary", { occasion: "attack", primary: false })] : []),
    ...(isOpen ? rows : []).map(({ id, roll }) => ({
      label: titleOfRoll(id, roll, t),
      value: {
        occasion: roll.occasion,
        kind: roll.kind,
        die: roll.dice.includes(die ?? 0) ? die : (roll.dice[0] ?? null),
      },
    })),
  ];
}

/**
 * Let the GM choose the kind of a roll, which no document contains.
 * @param {Coign.Context} coign
 * @param {Document} message
 */
async function pickOccasion(coign, message) {
  const options = kindsOf(coign, message);
  const picked = await pick({ title: t("COIGN.Menu.As"), label: t("COIGN.Occasion.Which"), options });
  if (!picked) return;
  const { occasion: wanted, kind = null, die = null, attack = null, primary = null } = picked;
  const { targets: captured = [], judged: before } = readMessage(coign, message).flags;
  const targets = captured.length ? captured : currentTargets();
  const alone = kind !== null || wanted === "check";
  if (!targets.length && !alone) return ui.notifications.warn("COIGN.Errors.NoTarget", { localize: true });
  const occasion = wanted === "attack" ? "" : wanted;
  const save = wanted === "save" ? (currentTargets()[0] ?? "") : "";
  const damage = before?.damage ?? null;
  const judged = { kind, die, attack, primary, damage };
  return say(coign, message, { occasion, targets, save, judged });
}

/**
 * Judge an attack by the positions before the last move of its participants, because an opportunity attack is rolled after
 * the target has left. Each further choice goes one move further back.
 * @param {Coign.Context} coign
 * @param {Document} message
 */
async function beforeMove(coign, message) {
  const { id, attack } = readMessage(coign, message);
  const { scene = "", token = "" } = attack?.actorToken ?? {};
  const made = { attack: attack?.key ?? "", scene };
  const now = await placeOf(coign, id, made);
  const results = coign.records.annotated(id)?.annotations[0]?.results ?? [];
  const tokens = [token, ...results.flatMap(({ target }) => target ?? [])];
  const moment = typeof now === "number" ? coign.scenes.beforeMove(scene, tokens, now) : null;
  if (moment === null || typeof now !== "number")
    return ui.notifications.warn("COIGN.Errors.NoMove", { localize: true });
  coign.decisions.note("moment", { message: id });
  await keepMoment(coign, id, { ...made, moment }, stoodAt(coign, id));
  return annotate(coign, message, { moved: true });
}

/**
 * `getChatMessageContextOptions`. Foundry 14 has other names for the parts of an entry than 13, and logs a warning for the
 * old ones.
 *
 * @param {Coign.Context} coign
 * @param {unknown} _log
 * @param {object[]} entries Foundry's own come first
 */
export function addMenuEntries(coign, _log, entries) {
  // A card may show an attack that has a message of its own: then that one is meant.
  const meantBy = (/** @type {HTMLElement} */ item) => {
    const shown = messagesIn(item).flatMap((id) => game.messages.get(id) ?? []);
    return shown.find((message) => readMessage(coign, message).attack !== null) ?? shown[0];
  };
  const since14 = (game.release?.generation ?? 13) >= 14;
  for (const { name, icon, when, act } of ENTRIES) {
    const visible = (/** @type {HTMLElement} */ item) => {
      const message = meantBy(item);
      return game.user.isGM && message !== undefined && when(readMessage(coign, message), coign, message);
    };
    const chosen = (/** @type {HTMLElement} */ item) => {
      const message = meantBy(item);
      return message && act(coign, message);
    };
    entries.push(
      since14
        ? {
            label: name,
            icon: `fa-solid ${icon}`,
            visible,
            onClick: (/** @type {Event} */ _event, /** @type {HTMLElement} */ item) => chosen(item),
          }
        : { name, icon: `<i class="fa-solid ${icon}"></i>`, condition: visible, callback: chosen },
    );
  }
}
