/** A world of the stand-in's Starfinder 1 whose rolls get modifiers by the module's own wrappers; its dialog is a test's. */

import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { attackOf } from "../../../../foundry-module/scripts/systems/sfrpg/attack.mjs";
import { sfrpg } from "../../../../foundry-module/scripts/systems/sfrpg/record.mjs";
import { wrapRolls } from "../../../../foundry-module/scripts/systems/sfrpg/rolls.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";

/** The content of the dialog: its boxes, its bonus, and the lists that were drawn into it. */
function dialogContent() {
  const fields = { bonus: { value: "" } };
  const root = {
    fields,
    lists: [],
    querySelector(selector) {
      if (selector === "form") return root;
      const [, name] = /^\[name="([\w-]+)"\]$/.exec(selector) ?? [];
      if (name) fields[name] ??= { checked: false };
      return fields[name] ?? null;
    },
    append: (list) => root.lists.push(list),
  };
  return root;
}

/** A world of the stand-in in which attacks and saves get modifiers. */
export async function playersWith(ask, { isGM = true } = {}) {
  const table = await tableOf("sfrpg");
  const { client } = table;
  const opened = [];
  client.window = {
    Dialog: class {
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
    },
  };
  const queries = [];
  const asking = (query) => {
    queries.push(query);
    return ask(query);
  };
  const { CONFIG, game } = client;
  const inRoll = {
    active: true,
    wrap: (path, wrapper) => wrap(path, wrapper, { CONFIG, game }),
    meet: () => true,
    list: (shown, { changed }) => ({ lines: shown.lines, changed }),
    ask: asking,
  };
  const context = {
    document: (uuid) => client.fromUuidSync(uuid, { strict: false }),
    scene: (id) => client.scenes.get(id),
    messages: () => [],
    module: () => null,
  };
  wrapRolls(inRoll, {
    attackOf,
    table: {
      on: (hook, handle) => client.Hooks.on(hook, handle),
      user: () => ({ name: "Gamemaster", isGM }),
      targets: () => [...client.user.targets].map(({ document }) => document),
      speakerOf: (actor) => client.classOf("ChatMessage").getSpeaker({ actor }),
    },
    context,
  });
  table.aim(TOKENS.mog);
  const tokenOf = (id) => client.canvas.scene.tokens.get(id);
  /** Save against a card whose button was pressed. */
  const save = async (card, by = TOKENS.ilse, how = {}) => {
    const target = { closest: () => ({ dataset: { messageId: card.id } }) };
    let message = null;
    const onMessage = (created) => {
      message = created;
    };
    await tokenOf(by).actor.rollSave("reflex", { event: { target }, skipUI: true, onMessage, ...how });
    return message;
  };
  const strike = (how) => table.strike(TOKENS.bram, "Longsword", how);
  /** Post the card of a grenade. */
  const throwGrenade = () => {
    const goblin = tokenOf(TOKENS.snag);
    return goblin.actor.items.find(({ name }) => name === "Frag Grenade").use({ token: goblin });
  };
  const read = (message) => sfrpg.readAttack(message, context);
  return { ...table, strike, throwGrenade, save, queries, opened, inRoll, context, read };
}
