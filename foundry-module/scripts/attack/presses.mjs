/**
 * Presses of a GM on a roll's card. The engine turns a press into a decision, and the client of that GM writes it. A client
 * without the engine asks the client that has it.
 *
 * Until the engine answers, presses wait in order, and the card shows that. Waiting presses survive a reload.
 */

import { decide } from "../overrides/store.mjs";
import { effectText } from "../util/effect-text.mjs";
import { Refused, Unanswered, whyOf } from "../util/errors.mjs";
import { FIELDS, fieldsOf } from "../util/fields.mjs";
import { ID, t } from "../util/foundry.mjs";
import { askPress, owner } from "./evaluate.mjs";
import { messageOf } from "./message.mjs";
import { buildRequests } from "./requests.mjs";
import { placeOf } from "./standing.mjs";
import { turnsAt } from "./watch-facing.mjs";

const LANE = "presses"; // of the queue
const PATIENCE = 5000; // ms for another client's answer
const SOON = 500; // ms after which the card says that a press waits
const AGAIN = 2000; // ms after which a press that nothing answers is sent again

/**
 * @typedef {Record<string, Coign.Press[]>} Waiting by message
 * @typedef {import("../overrides/overrides.mjs").Change & {scene: string, why?: string}} Decided `why`: it was refused
 */

export class Presses {
  #parts;
  #pause;
  /** The presses of each message, from the first that is not answered. @type {Map<string, Coign.Press[]>} */
  #open = new Map();
  /** The presses of each message that are still unanswered. @type {Map<string, Coign.Press[]>} */
  #waiting = new Map();

  /**
   * @param {object} parts
   * @param {(message: string, press: Coign.Press) => Promise<boolean>} parts.send false: nothing answers
   * @param {(message: string) => void} parts.changed a press has begun to wait, or waits no longer
   * @param {{read: () => Waiting | undefined, write: (waiting: Waiting) => void}} parts.store where they outlive the page
   * @param {(ms: number) => Promise<unknown>} [pause]
   */
  constructor(parts, pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))) {
    this.#parts = parts;
    this.#pause = pause;
  }

  /**
   * Return whether a press about a message waits for an answer.
   * @param {string} message its id
   */
  waits(message) {
    return this.#waiting.has(message);
  }

  /**
   * Send a press, after those about the same message that are not answered yet.
   * @param {string} message its id
   * @param {Coign.Press} press
   */
  async add(message, press) {
    const before = this.#open.get(message);
    if (before) before.push(press);
    else await this.#work(message, [press]);
  }

  /** Send what waited when the page was left. */
  resume() {
    for (const [message, presses] of Object.entries(this.#parts.store.read() ?? {})) void this.#work(message, presses);
  }

  /**
   * Send presses one after the other. More may come meanwhile.
   * @param {string} message
   * @param {Coign.Press[]} presses
   */
  async #work(message, presses) {
    this.#open.set(message, presses);
    for (const nth of presses.keys()) {
      while (!(await this.#send(message, presses, nth))) {
        this.#keep(message, presses.slice(nth));
        await this.#pause(AGAIN);
      }
      if (this.waits(message)) this.#keep(message, presses.slice(nth + 1));
    }
    this.#open.delete(message);
  }

  /**
   * Send one of a message's presses. If its answer does not come soon, those that are left wait.
   * @param {string} message
   * @param {Coign.Press[]} presses
   * @param {number} nth
   * @returns {Promise<boolean>} false: nothing answers
   */
  async #send(message, presses, nth) {
    const answer = this.#parts.send(message, presses[nth]);
    const isLate = await Promise.race([answer.then(() => false), this.#pause(SOON).then(() => true)]);
    if (isLate) this.#keep(message, presses.slice(nth));
    return answer;
  }

  /**
   * Keep the presses of a message that wait.
   * @param {string} message
   * @param {Coign.Press[]} presses
   */
  #keep(message, presses) {
    if (presses.length) this.#waiting.set(message, presses);
    else this.#waiting.delete(message);
    this.#parts.store.write(Object.fromEntries(this.#waiting));
    this.#parts.changed(message);
  }
}

/**
 * Ask the engine for the decision of a press, and write it. Notify the GM of the reason if a press is refused.
 * @param {Coign.Context} coign
 * @param {string} id of the message
 * @param {Coign.Press} press
 * @returns {Promise<boolean>} false: nothing answers
 */
export async function sendPress(coign, id, press) {
  if (!game.messages.has(id)) return true; // it was deleted
  try {
    const { why, scene, ...change } = await (coign.engine.connected ? decided : decidedElsewhere)(coign, id, press);
    if (why) ui.notifications.warn(`${t("COIGN.Title")}: ${why}`);
    else await decide(coign, change, game.messages.get(id), scene);
    return true;
  } catch (problem) {
    if (problem instanceof Unanswered) return false;
    ui.notifications.error(`${t("COIGN.Title")}: ${whyOf(problem)}`);
    return true;
  }
}

/**
 * `ready`: send what waited when the page was left.
 * @param {Coign.Context} coign
 */
export const resumePresses = ({ presses }) => presses.resume();

/**
 * Answer `CONFIG.queries["coign.press"]` with the decision of another GM's press. That client writes it.
 * @param {Coign.Context} coign
 * @param {unknown} query
 */
export async function answerPress(coign, query) {
  const { key, message, press } = fieldsOf(FIELDS.press, query);
  if (!game.users.get(coign.playerBudgets.userOf(key))?.isGM) throw new Error(t("COIGN.Errors.NoSuchThing"));
  return decided(coign, message, press);
}

/**
 * Return the decision of a press on a message's roll, by the engine of this client.
 * @param {Coign.Context} coign
 * @param {string} id
 * @param {Coign.Press} press
 * @returns {Promise<Decided>}
 */
async function decided(coign, id, press) {
  const message = messageOf(coign, id);
  const { attack } = message ?? {};
  const scene = attack?.actorToken?.scene ?? "";
  const nothing = { remove: [], add: [], scene };
  if (!message || !attack?.actorToken) return nothing;
  await coign.records.fetch(id);
  const [request] = buildRequests(coign, { ...message, attack }, await turnsAt(coign, id)) ?? [];
  if (!request) return { ...nothing, why: t("COIGN.Errors.NoTarget") };
  const moment = await placeOf(coign, id, { attack: attack.key, scene });
  try {
    const { remove, add } = await askPress(coign, { ...request, viewers: [], figure: false }, press, {
      moment,
      lane: LANE,
    });
    return { remove, add, scene };
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    if (problem.code === "overloaded") throw new Unanswered(problem.message);
    return { ...nothing, why: refusal(press, attack, problem) };
  }
}

/**
 * Return why a press was refused, in the reader's language where an effect cannot act on the roll.
 * @param {Coign.Press} press
 * @param {Coign.SeenAttack} attack
 * @param {Refused} problem
 */
function refusal({ effect }, { occasion = "attack" }, { detail, message }) {
  if (!effect || !String(detail.path ?? "").endsWith(".effect")) return message;
  return t("COIGN.Errors.CannotAct", { effect: effectText(effect, t), occasion: t(`COIGN.Occasion.${occasion}`) });
}

/**
 * Return the same by the client that has the engine.
 * @param {Coign.Context} coign
 * @param {string} message
 * @param {Coign.Press} press
 */
async function decidedElsewhere(coign, message, press) {
  const asked = { key: coign.previewKey, message, press };
  try {
    return /** @type {Decided} */ (await owner(coign).query(`${ID}.press`, asked, { timeout: PATIENCE }));
  } catch (problem) {
    throw new Unanswered(whyOf(problem));
  }
}
