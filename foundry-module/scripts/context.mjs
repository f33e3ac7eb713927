/**
 * The context: the few things that the module's parts share, put together here and nowhere else.
 *
 * Parts take `coign` from here (or are handed it); none of them imports another part for its state.
 */

import { evaluate } from "./attack/evaluate.mjs";
import { barrier, permission } from "./connection/address.mjs";
import { Bridge } from "./connection/bridge.mjs";
import { SceneStream } from "./scene-sync/scene-sync.mjs";
import { Extras } from "./scene-sync/token-traits.mjs";
import { adapterFor } from "./systems/index.mjs";
import { ID } from "./util/id.mjs";

export { ID };

const bridge = new Bridge({
  // Only where the browser would ask: its word on other pages means nothing.
  permission: async (url) => (barrier(url, location) === "prompt" ? permission(url, navigator.permissions) : null),
});
const extras = new Extras((token) => coign.adapter.tokenExtras(token));
const stream = new SceneStream({
  send: (message) => bridge.send(message),
  scene: (id) => game.scenes?.get(id),
  extras: (token) => extras.of(token),
  welcome: () => bridge.status.welcome,
});

/** @type {Coign.Context} */
export const coign = {
  /** The connection. `bridge.status.state` says how it stands; `bridge.request(message)` asks. */
  bridge,
  /** The scenes that the bridge holds. `await stream.ready(sceneId)` before asking about one. */
  stream,
  /** What the game system says of tokens: `coign.extras.of(token)`. */
  extras,
  /** The record of the game system at hand, `generic` where there is none of its own. */
  get adapter() {
    return adapterFor(game.system?.id ?? "", game.system?.version ?? "");
  },
  /** A setting of the module by its short name: `coign.setting("automatic")`. */
  setting: (name) => game.settings?.get(ID, /** @type {keyof Coign.Settings} */ (name)),
  /**
   * Ask what would come of something. On the client that holds the bridge it goes there, with the overrides in force;
   * on any other, to that client, and the answer holds what a player may know.
   * Rejects where nobody can answer, with a sentence that says why.
   */
  evaluate: (question) => evaluate(coign, question),
};
