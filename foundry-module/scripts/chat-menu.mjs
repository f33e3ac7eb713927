/** `getChatMessageContextOptions`: what a GM may do where there is no card, or none of the right targets. */

import { pickArea } from "./area-dialog.mjs";
import { ACTIONS } from "./chat-card.mjs";
import { coign, ID } from "./coign.mjs";
import { judge } from "./judge.mjs";
import { areasFor, maybeSave, occasionIn } from "./occasions.mjs";

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
      const area = await pickArea(areasFor(message));
      return area && message.update({ flags: { [ID]: { save: area.point } } });
    },
  },
];

/** @param {Message} message */
const isAttack = (message) => {
  const seen = occasionIn(message);
  return seen !== null && seen.occasion !== "save";
};

/** Uuids of the tokens that the GM targets now; not of hidden ones, for flags are read by everyone. */
const aim = () => [...game.user.targets].filter((token) => !token.document.hidden).map((token) => token.document.uuid);

/**
 * @param {unknown} _log
 * @param {object[]} entries
 */
export function addMenuEntries(_log, entries) {
  const messageOf = (/** @type {HTMLElement} */ item) => game.messages.get(item.dataset.messageId ?? "");
  for (const { name, icon, when, act } of ENTRIES) {
    entries.push({
      name,
      icon: `<i class="fa-solid ${icon}"></i>`,
      condition: (/** @type {HTMLElement} */ item) => {
        const message = messageOf(item);
        return game.user.isGM && message !== undefined && when(message);
      },
      callback: (/** @type {HTMLElement} */ item) => {
        const message = messageOf(item);
        return message && act(message);
      },
    });
  }
}
