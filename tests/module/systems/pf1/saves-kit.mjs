/** A goblin of the stand-in's Pathfinder 1 whose flask others save against, with the module's own wrapper. */

import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { pf1 } from "../../../../foundry-module/scripts/systems/pf1/record.mjs";
import { wrapSaves } from "../../../../foundry-module/scripts/systems/pf1/saving.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";

/** The content of the dialog before a save, with its fields as the system has filled them in. */
function dialogContent({ bonus = "" }, d20) {
  const fields = { bonus: { value: bonus }, d20: { value: d20 } };
  const root = {
    fields,
    lists: [],
    querySelector: (selector) => fields[/^\[name="(\w+)"\]$/.exec(selector)?.[1]] ?? null,
    append: (list) => root.lists.push(list),
  };
  return root;
}

/**
 * A world of the stand-in in which saves get modifiers.
 * @param {(query: object) => {inTime: Promise<object | null>, late: Promise<object | null>}} ask
 */
export async function saversWith(ask, { isGM = true, generation = 13 } = {}) {
  const table = await tableOf("pf1", generation);
  const { client } = table;
  const opened = [];
  client.window = {
    Dialog: class Dialog {
      constructor(data, options) {
        const [die] = options.roll.terms;
        const root = dialogContent(options.roll.options, die.formula === "1d20" ? "" : die.formula);
        Object.assign(this, { data, options, root });
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
    },
  };
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
  wrapSaves(inRoll, {
    table: {
      on: (hook, handle) => client.Hooks.on(hook, handle),
      user: () => ({ name: "Gamemaster", isGM }),
      speakerOf: (actor) => client.classOf("ChatMessage").getSpeaker({ actor }),
    },
    context,
  });
  const tokenOf = (id) => client.canvas.scene.tokens.get(id);
  const flask = tokenOf(TOKENS.snag).actor.items.find(({ name }) => name === "Acid Flask");
  /** Throw the flask; `template` is where its area was placed. */
  const thrown = async (template = null) => {
    const shared = { item: flask, action: flask.system.actions[0], token: tokenOf(TOKENS.snag), template };
    Object.assign(shared, { attackBonus: [], chatAttacks: [] });
    const used = await new client.game.pf1.actionUse.ActionUse(shared).process({ skipDialog: true });
    return used.shared.message;
  };
  /** Press the button of a card: the saves of these tokens, as the system begins them. */
  const press = (card, ids = [TOKENS.ilse], options = {}) => {
    const target = { closest: () => ({ dataset: { messageId: card.id } }) };
    return ids.map((id) =>
      tokenOf(id).actor.rollSavingThrow("ref", { event: { target }, skipDialog: true, ...options }),
    );
  };
  return {
    ...table,
    flask,
    thrown,
    press,
    queries,
    opened,
    inRoll,
    context,
    tokenOf,
    against: (message) => pf1.saveAgainst(message, context),
  };
}
