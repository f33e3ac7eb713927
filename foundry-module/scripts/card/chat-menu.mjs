/** Entries in the context menu of chat messages, for a GM: to measure again, or as something that no document tells. */

import { annotate } from "../attack/annotate.mjs";
import { currentTargets } from "../attack/capture.mjs";
import { areasFor, maybeSave, occasionsFor, readMessage } from "../attack/read-message.mjs";
import { messageFlags } from "../overrides/message-flags.mjs";
import { pick } from "../util/dialogs.mjs";
import { ID } from "../util/id.mjs";
import { t } from "../util/translate.mjs";
import { ACTIONS } from "./chat-card.mjs";
import { shownIn } from "./nested.mjs";

/** @typedef {Coign.Context} Context */
/** @typedef {ChatMessage.Implementation} Message */

/**
 * @typedef {object} Entry
 * @property {string} name a language key
 * @property {string} icon
 * @property {(coign: Context, message: Message) => boolean} when
 * @property {(coign: Context, message: Message) => unknown} act
 */

/** @type {Entry[]} */
const ENTRIES = [
  {
    name: "COIGN.Menu.Add",
    icon: "fa-chess-rook",
    when: (coign, message) => readMessage(coign, message) !== null,
    act: (coign, message) => ACTIONS.add(coign, message, { modifier: "", target: null }),
  },
  {
    name: "COIGN.Menu.Retarget",
    icon: "fa-bullseye",
    when: isAttack,
    act: (_coign, message) => message.update({ flags: { [ID]: { targets: currentTargets() } } }),
  },
  {
    name: "COIGN.Menu.Again",
    icon: "fa-ruler",
    when: (coign, message) => readMessage(coign, message) !== null && coign.bridge.connected,
    act: (coign, message) => annotate(coign, message, { again: true }),
  },
  {
    name: "COIGN.Menu.Save",
    icon: "fa-burst",
    when: maybeSave,
    act: (_coign, message) => {
      const [save] = currentTargets();
      if (!save) return ui.notifications.warn("COIGN.Errors.NoOrigin", { localize: true });
      return message.update({ flags: { [ID]: { save } } });
    },
  },
  {
    name: "COIGN.Menu.Area",
    icon: "fa-burst",
    when: (coign, message) => maybeSave(coign, message) && areasFor(message).length > 0,
    act: async (_coign, message) => {
      const save = await areaOf(message);
      return save && message.update({ flags: { [ID]: { save } } });
    },
  },
  {
    name: "COIGN.Menu.As",
    icon: "fa-eye",
    when: (coign, message) => occasionsFor(coign, message).length > 0,
    act: pickOccasion,
  },
];

/**
 * Return where the area starts that a save is against: the only one on the map, or the one that the GM picks.
 * @param {Message} message
 */
async function areaOf(message) {
  const areas = areasFor(message);
  if (areas.length < 2) return areas[0]?.point ?? null;
  const options = areas.map(({ name, point }, n) => ({
    label: name || t("COIGN.Area.Unnamed", { nth: String(n + 1) }),
    value: point,
  }));
  return pick({ title: t("COIGN.Menu.Area"), label: t("COIGN.Area.Which"), options });
}

/**
 * Let the GM pick what the roll is for, as no document tells: an attack of opportunity, to perceive, to hide.
 * @param {Context} coign
 * @param {Message} message
 */
async function pickOccasion(coign, message) {
  const options = occasionsFor(coign, message).map((value) => ({ label: t(`COIGN.Occasion.${value}`), value }));
  const picked = await pick({ title: t("COIGN.Menu.As"), label: t("COIGN.Occasion.Which"), options });
  if (!picked) return;
  const { targets: captured = [] } = messageFlags(message);
  const targets = captured.length ? captured : currentTargets();
  if (!targets.length) return ui.notifications.warn("COIGN.Errors.NoTarget", { localize: true });
  const occasion = picked === "attack" ? "" : picked;
  return message.update({ flags: { [ID]: { occasion, targets, save: "" } } });
}

/**
 * @param {Context} coign
 * @param {Message} message
 */
function isAttack(coign, message) {
  const attack = readMessage(coign, message);
  return attack !== null && attack.occasion !== "save";
}

/**
 * `getChatMessageContextOptions`. Foundry 14 has other names for the parts of an entry than 13, and logs a warning for the
 * old ones.
 *
 * @param {Context} coign
 * @param {unknown} _log
 * @param {object[]} entries Foundry's own come first
 */
export function addMenuEntries(coign, _log, entries) {
  // A card may show an attack that has a message of its own: then that one is meant.
  const messageOf = (/** @type {HTMLElement} */ item) => {
    const shown = shownIn(item).flatMap((id) => game.messages.get(id) ?? []);
    return shown.find((message) => readMessage(coign, message)) ?? shown[0];
  };
  const since14 = (game.release?.generation ?? 13) >= 14;
  for (const { name, icon, when, act } of ENTRIES) {
    const visible = (/** @type {HTMLElement} */ item) => {
      const message = messageOf(item);
      return game.user.isGM && message !== undefined && when(coign, message);
    };
    const chosen = (/** @type {HTMLElement} */ item) => {
      const message = messageOf(item);
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
