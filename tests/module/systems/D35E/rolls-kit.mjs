/** A fighter of the stand-in's D&D 3.5 whose attacks get modifiers by the module's own wrappers; its dialog is a test's. */

import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { D35E } from "../../../../foundry-module/scripts/systems/D35E/record.mjs";
import { wrapItems } from "../../../../foundry-module/scripts/systems/D35E/rolls.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";

/** The content of the attack's dialog: its check boxes, its bonus, and the lists that were drawn into it. */
function dialogContent() {
  const fields = { "attack-bonus": { value: "" } };
  const root = {
    fields,
    lists: [],
    querySelector(selector) {
      if (selector === "form" || selector.startsWith(".attack-form")) return root;
      const [, name] = /^\[name="([\w-]+)"\]$/.exec(selector) ?? [];
      if (name) fields[name] ??= { checked: false };
      return fields[name] ?? null;
    },
    append: (list) => root.lists.push(list),
  };
  return root;
}

/** A world of the stand-in in which attacks get modifiers. */
export async function fighterWith(ask, { isGM = true } = {}) {
  const table = await tableOf("D35E");
  const { client } = table;
  const opened = [];
  class Dialog {
    constructor(data) {
      Object.assign(this, { data, root: dialogContent() });
      opened.push(this);
    }

    render() {
      client.Hooks.callAll("renderDialog", this, [this.root], {});
    }

    press() {
      this.data.buttons.normal.callback([this.root]);
      this.data.close();
    }

    close() {
      this.data.close();
    }
  }
  client.window = { Dialog };
  const queries = [];
  const inRoll = {
    active: true,
    wrap: (path, wrapper) => wrap(path, wrapper, { CONFIG: client.CONFIG }),
    meet: () => true,
    list: (shown, { changed }) => ({ lines: shown.lines, changed }),
    ask: (query) => {
      queries.push(query);
      return ask(query);
    },
  };
  const context = {
    document: (uuid) => client.fromUuidSync(uuid, { strict: false }),
    scene: (id) => client.scenes.get(id),
    messages: () => [],
    module: () => null,
  };
  wrapItems(inRoll, {
    attackOf: (item) => (item.type === "attack" ? { kind: "melee", name: item.name } : null),
    table: {
      on: (hook, handle) => client.Hooks.on(hook, handle),
      user: () => ({ name: "Gamemaster", isGM }),
      targets: () => [...client.user.targets].map(({ document }) => document),
      speakerOf: (actor) => client.classOf("ChatMessage").getSpeaker({ actor }),
    },
    context,
  });
  table.aim(TOKENS.mog);
  const strike = (how) => table.strike(TOKENS.bram, "Longsword", how);
  return { ...table, strike, queries, opened, inRoll, context, read: (message) => D35E.readAttack(message, context) };
}

/** Return the first attack in a message's card. */
export const attackIn = ({ flags }) => flags.D35E.chatTemplateData.attacks[0];
