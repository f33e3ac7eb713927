/** `getChatMessageContextOptions`: what a GM may do where there is no card, or none of the right targets. */

import { judge } from "../attack/annotate.mjs";
import { aim } from "../attack/capture.mjs";
import { areasFor, maybeSave, occasionIn, occasionsFor } from "../attack/read-message.mjs";
import { coign, ID } from "../context.mjs";
import { pick } from "../util/dialogs.mjs";
import { t } from "../util/translate.mjs";
import { ACTIONS } from "./chat-card.mjs";

/** @typedef {ChatMessage.Implementation} Message */

/** @type {{name: string, icon: string, when: (message: Message) => boolean, act: (message: Message) => unknown}[]} */
const ENTRIES = [
  {
    name: "COIGN.Menu.Add",
    icon: "fa-chess-rook",
    when: (message) => occasionIn(message) !== null,
    act: (message) => ACTIONS.add(message, { modifier: "", target: null }),
  },
  {
    name: "COIGN.Menu.Retarget",
    icon: "fa-bullseye",
    when: (message) => isAttack(message),
    act: (message) => message.update({ flags: { [ID]: { targets: aim() } } }),
  },
  {
    name: "COIGN.Menu.Again",
    icon: "fa-ruler",
    when: (message) => occasionIn(message) !== null && coign.bridge.connected,
    act: (message) => judge(message, { again: true }),
  },
  {
    name: "COIGN.Menu.Save",
    icon: "fa-burst",
    when: maybeSave,
    act: (message) => {
      const [save] = aim();
      if (!save) return ui.notifications.warn("COIGN.Errors.NoOrigin", { localize: true });
      return message.update({ flags: { [ID]: { save } } });
    },
  },
  {
    name: "COIGN.Menu.Area",
    icon: "fa-burst",
    when: (message) => maybeSave(message) && areasFor(message).length > 0,
    act: async (message) => {
      const save = await areaOf(message);
      return save && message.update({ flags: { [ID]: { save } } });
    },
  },
  {
    name: "COIGN.Menu.As",
    icon: "fa-eye",
    when: (message) => occasionsFor(message).length > 0,
    act: judgeAs,
  },
];

/**
 * Where the area starts that a save is against: the one on the map, or the one that the GM picks.
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
 * Judge the roll as something that no document says it is: an attack of opportunity, a look-out, hiding.
 * @param {Message} message
 */
async function judgeAs(message) {
  const options = occasionsFor(message).map((value) => ({ label: t(`COIGN.Occasion.${value}`), value }));
  const picked = await pick({ title: t("COIGN.Menu.As"), label: t("COIGN.Occasion.Which"), options });
  if (!picked) return;
  const { targets: captured = [] } = message.flags[ID] ?? {};
  const targets = captured.length ? captured : aim();
  if (!targets.length) return ui.notifications.warn("COIGN.Errors.NoTarget", { localize: true });
  const occasion = picked === "attack" ? "" : picked;
  return message.update({ flags: { [ID]: { occasion, targets, save: "" } } });
}

/** @param {Message} message */
const isAttack = (message) => {
  const seen = occasionIn(message);
  return seen !== null && seen.occasion !== "save";
};

/**
 * Version 14 has other names for the parts of an entry than 13 (whose own it takes until 16, with a warning each): those
 * that Foundry's own entries bear.
 *
 * @param {unknown} _log
 * @param {object[]} entries those of Foundry itself come first
 */
export function addMenuEntries(_log, entries) {
  const messageOf = (/** @type {HTMLElement} */ item) => game.messages.get(item.dataset.messageId ?? "");
  const since14 = entries.some((entry) => "label" in entry);
  for (const { name, icon, when, act } of ENTRIES) {
    const visible = (/** @type {HTMLElement} */ item) => {
      const message = messageOf(item);
      return game.user.isGM && message !== undefined && when(message);
    };
    const chosen = (/** @type {HTMLElement} */ item) => {
      const message = messageOf(item);
      return message && act(message);
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
