/** The fifth edition's rolls without a browser: an archer with a bow, and a dialog whose form the test fills in. */

import { utilities as utils } from "../../bridge/tabletop/foundry/utils.mjs";
import { attackOf } from "../../bridge/tabletop/systems/dnd5e.mjs";
import { createDnd5eDialogs } from "../../bridge/tabletop/systems/dnd5e-dialogs.mjs";
import { clients, settled, tokenOf, worldOf } from "./standin-kit.mjs";

export const ATTACKER = "tokenA0000000000";
export const TARGET = "tokenB0000000000";
const BOW = {
  toHit: 5,
  activities: { shoot: { _id: "shoot", type: "attack", attack: { type: { value: "ranged" } } } },
};

/** A window without a page: `form` is what its fields hold; each render is noted. */
class Window extends EventTarget {
  form = {};
  renders = [];
  closed = false;

  constructor(options) {
    super();
    this.options = options;
    Window.open.push(this);
  }

  static open = [];

  _onChangeForm() {}
  _onClose() {}

  async render(options) {
    this.renders.push(options);
    return this;
  }

  async close(options = {}) {
    if (this.closed) return;
    this.closed = true;
    this._onClose(options);
    this.dispatchEvent(new Event("close"));
  }

  /** The button that is the default one. */
  defaultButton() {
    return Object.entries(this._buttons()).find(([, button]) => button.default)[0];
  }

  /** Press one of the buttons. */
  press(action) {
    return this._submit({ submitter: { dataset: { action } } }, new FormData(this.form));
  }
}

class FormData {
  constructor(form) {
    this.object = { ...form };
  }

  has(name) {
    return Object.hasOwn(this.object, name);
  }

  get(name) {
    return this.object[name] ?? null;
  }
}

/**
 * A game master's client with dialogs, and its archer's bow.
 * @param {{generation?: number, targets?: string[]}} [how]
 */
export async function archer({ generation = 13, targets = [TARGET] } = {}) {
  const [client] = await clients(worldOf({ generation }), "gm");
  const dialogs = createDnd5eDialogs(client, { Base: Window, FormDataExtended: FormData, utils });
  Object.assign(client.dnd5e.applications.dice, dialogs);
  client.CONFIG.Dice.BasicRoll.DefaultConfigurationDialog = dialogs.RollConfigurationDialog;
  client.CONFIG.Dice.D20Roll.DefaultConfigurationDialog = dialogs.D20RollConfigurationDialog;
  Window.open.length = 0;
  const { actor } = tokenOf(client, ATTACKER);
  await actor.createEmbeddedDocuments("Item", [{ name: "Bow", type: "weapon", system: BOW }]);
  client.canvas.tokens.setTargets(targets);
  return { client, actor, activity: attackOf(client, actor.items.contents[0]) };
}

/** The dialogs that were made since the last was taken. */
export const openDialogs = Window.open;

/** The dialog that is open now. */
export async function dialogOf() {
  for (let n = 0; n < 20 && !Window.open.length; n++) await settled(1);
  return Window.open.shift();
}
