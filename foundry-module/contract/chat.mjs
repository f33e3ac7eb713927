/** Chat messages and rolls. */

import { heard, later } from "./scratch.mjs";

const MESSAGE = "fvtt-types 13.346, `client/documents/chat-message.d.mts`";
const DICE = "fvtt-types 13.346, `client/dice/roll.d.mts`";
const MESSAGES = /** @type {const} */ ({ from: MESSAGE, feature: "judging", part: "messages", when: "asked" });
const ROLLS = /** @type {const} */ ({ from: DICE, part: "rolls", when: "start" });

/**
 * Make a message that only this user reads, look at it, and delete it, whatever the look comes to.
 * @param {any} at
 * @param {(message: any) => import("./index.mjs").Result | Promise<import("./index.mjs").Result>} look
 */
async function withMessage({ ChatMessage, game }, look) {
  const message = await ChatMessage.create({
    content: "Coign: a check, deleted at once",
    whisper: [game.userId],
    sound: null,
    flags: { coign: { scratch: true } },
  });
  if (!message) return null; // another module did not let it be made
  try {
    return await look(message);
  } finally {
    await message.delete();
  }
}

/** @type {import("./index.mjs").Check[]} */
export const CHAT = [
  {
    ...MESSAGES,
    id: "pre-create-message",
    says: "what `preCreateChatMessage` puts into the message by `updateSource` is in the message that all clients get",
    used: "scripts/attack/capture.mjs: the targets of who rolls",
    names: ["updateSource"],
    async holds(at) {
      const id = at.Hooks.on("preCreateChatMessage", (/** @type {any} */ message) => {
        if (message.flags?.coign?.scratch) message.updateSource({ flags: { coign: { targets: ["check"] } } });
      });
      try {
        return await withMessage(at, ({ flags }) => {
          const { targets } = flags.coign;
          return targets?.[0] === "check" || JSON.stringify(targets);
        });
      } finally {
        at.Hooks.off("preCreateChatMessage", id);
      }
    },
  },
  {
    ...MESSAGES,
    id: "message-fields",
    says: "a message's source has author, speaker, whisper, blind, time, rolls and flags",
    used: "scripts/attack/message.mjs",
    holds: (at) =>
      withMessage(at, ({ _source }) => {
        const names = ["author", "speaker", "whisper", "blind", "timestamp", "rolls", "flags"];
        const missing = names.filter((name) => _source[name] === undefined);
        return missing.length === 0 || `no ${missing.join(", ")}`;
      }),
  },
  {
    ...MESSAGES,
    id: "message-author-is-a-user",
    says: "a prepared message has its author as a user",
    used: "scripts/attack/message.mjs",
    holds: (at) => withMessage(at, ({ author }) => author?.id === at.game.userId || String(author)),
  },
  {
    ...MESSAGES,
    id: "message-roll-restored",
    says: "a message keeps its rolls as JSON, and they come back: results, which of them count, the flavour of a term",
    used: "scripts/systems/rolls.mjs",
    from: DICE,
    part: "rolls",
    async holds(at) {
      const roll = await new at.Roll("2d20kh + 2[Coign: check]").evaluate({ allowInteractive: false });
      // It is not sent: Foundry tells players of a whispered roll too.
      const message = new at.ChatMessage({ rolls: [JSON.stringify(roll.toJSON())] });
      const [again] = message.rolls;
      const data = again?.toJSON();
      const [die] = again?.dice ?? [];
      const kept = die?.results.filter((/** @type {any} */ { active }) => active).length;
      const named = data?.terms.some((/** @type {any} */ { options }) => options?.flavor === "Coign: check");
      const saved = typeof message._source.rolls[0] === "string";
      return (saved && kept === 1 && die.faces === 20 && named && again.total === roll.total) || JSON.stringify(data);
    },
  },
  {
    ...ROLLS,
    id: "roll-parse",
    says: "`Roll.parse` makes the terms of a formula, and `resetFormula` writes a roll's formula from its terms",
    used: "scripts/systems/dnd5e/pending.mjs: exchange",
    feature: "inRoll",
    names: ["parse", "resetFormula", "toJSON"],
    holds({ Roll }) {
      if (typeof Roll.parse !== "function" || typeof Roll.prototype.resetFormula !== "function")
        return "no such function";
      const roll = new Roll("1d20");
      const [, ...more] = Roll.parse("0 + 1d4[Coign: check]", {});
      roll.terms = [...roll.terms, ...more];
      roll.resetFormula();
      return /^1d20 ?\+ ?1d4\[Coign: check\]$/.test(roll.formula) || roll.formula;
    },
  },
  {
    ...ROLLS,
    id: "dice-of-damage",
    says: "a term of dice has its number, its faces and a list of results",
    used: "scripts/systems/damage.mjs, scripts/attack/dice.mjs",
    feature: "damage",
    holds({ Roll }) {
      const [term] = new Roll("3d6").terms;
      return (term?.number === 3 && term?.faces === 6 && Array.isArray(term.results)) || JSON.stringify(term);
    },
  },
  {
    ...MESSAGES,
    id: "message-card",
    says: "`renderChatMessageHTML` gets an element with `.message-content` and the message's id in `data-message-id`",
    used: "scripts/card/chat-card.mjs",
    feature: "card",
    page: true,
    names: [".message-content", "[data-message-part]", "[data-message-id]", '[data-message-id="*"]'],
    holds: (at) =>
      withMessage(at, async (message) => {
        const calls = await heard(at, "renderChatMessageHTML", () => message.renderHTML());
        const [, html] = calls.find(([one]) => one.id === message.id) ?? [];
        const fits = html?.querySelector?.(".message-content") && html.dataset.messageId === message.id;
        return Boolean(fits) || "another element";
      }),
  },
  {
    ...MESSAGES,
    id: "message-last-changed-by",
    says: "after an update, `_stats.lastModifiedBy` of a message is the id of the user who made it",
    used: "scripts/attack/message.mjs: changedByGM",
    from: "fvtt-types 13.346, DocumentStatsField",
    holds: (at) =>
      withMessage(at, async (message) => {
        await message.update({ flags: { coign: { recheck: 1 } } });
        if (message.flags.coign?.recheck !== 1) return null;
        const { lastModifiedBy } = message._stats ?? {};
        return lastModifiedBy === at.game.userId || String(lastModifiedBy);
      }),
  },
  {
    id: "message-menu",
    says: "`getChatMessageContextOptions` gets a list to which entries can be added",
    used: "scripts/card/chat-menu.mjs",
    from: "Foundry's release notes of 13; in no types yet",
    feature: "menu",
    part: "menus",
    when: "asked",
    page: true,
    names: ["getChatMessageContextOptions"],
    async holds(at) {
      const calls = await heard(at, "getChatMessageContextOptions", async () => {
        try {
          new at.foundry.applications.sidebar.tabs.ChatLog()._createContextMenus?.();
        } catch (problem) {
          console.debug("Coign | a log that is not drawn makes no menu:", problem);
        }
        await later(() => false, 20);
      });
      if (!calls.length) return null; // some builds make the menu once, before we can listen
      return Array.isArray(calls[0][1]) || typeof calls[0][1];
    },
  },
  {
    ...MESSAGES,
    feature: null,
    id: "players-may-not-write",
    says: "a player may change a message of its own, and neither a wall, nor a scene, nor a world's setting",
    used: "scripts/util/fields.mjs: the table of what players may write",
    from: "fvtt-types 13.346, `Document#canUserModify` and `BaseWall`",
    part: "permissions",
    holds({ game, scratch }) {
      const player = game.users.find((/** @type {any} */ user) => user.role === 1);
      if (!player) return null;
      // A change must be named: of one that is empty Foundry says that it may be the opening of a door.
      const changes = [
        [scratch.wall, { c: [0, 0, 0, 200] }],
        [scratch.scene, { name: "changed" }],
      ];
      const may = changes.filter(([one, change]) => one.canUserModify(player, "update", change));
      const settings = player.can?.("SETTINGS_MODIFY");
      return (may.length === 0 && settings !== true) || `${may.length} of 2, settings: ${settings}`;
    },
  },
];
