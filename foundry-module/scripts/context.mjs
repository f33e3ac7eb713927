/**
 * The context: the state that the module's parts share. `main.mjs` creates it once and hands it to them; no part imports
 * it.
 */

import { Contract } from "../contract/contract.mjs";
import { evaluate } from "./attack/evaluate.mjs";
import { NearNumbers } from "./attack/foreseen.mjs";
import { Answered } from "./attack/included.mjs";
import { PlayerBudgets } from "./attack/player-queries.mjs";
import { Presses, sendPress } from "./attack/presses.mjs";
import { exchangeOf } from "./attack/share-ledger.mjs";
import { SlowedTokens } from "./attack/slowed-tokens.mjs";
import { FacingWatch } from "./attack/watch-facing.mjs";
import { takeBackMoment, takeBackSaid } from "./card/say.mjs";
import { bridgeAnswers, computeHere, connect } from "./connection/connect.mjs";
import { Engine } from "./connection/engine.mjs";
import { Meanwhile } from "./connection/meanwhile.mjs";
import { RequestQueue } from "./connection/request-queue.mjs";
import { Ledger } from "./ledger/ledger.mjs";
import { validOverrides } from "./overrides/overrides.mjs";
import { takeBackOverrides } from "./overrides/store.mjs";
import { Decisions } from "./overrides/taken-back.mjs";
import { followBearings } from "./scene-sync/bearings.mjs";
import { TraitsCache } from "./scene-sync/document-hooks.mjs";
import { SceneSync } from "./scene-sync/scene-sync.mjs";
import { adapterFor } from "./systems/index.mjs";
import { ID } from "./util/foundry.mjs";
import { LIMITS } from "./util/wire.mjs";

/** Create the context. Foundry need not be initialised yet. */
export function createContext() {
  const engine = new Engine();
  const contract = new Contract();
  const traits = new TraitsCache(() => coign.adapter);
  const scenes = new SceneSync({
    send: (message, text) => engine.send(message, text),
    remembers: () => engine.remembers,
    scene: (id) => game.scenes?.get(id),
    traits: (token) => traits.of(token),
    welcome: () => engine.status.welcome,
    works: (part) => contract.works(part),
  });
  const queue = new RequestQueue();
  engine.on("welcome", ({ limits }) => queue.limit(limits.requests_per_second));
  engine.on("lost", () => queue.clear());
  engine.on("welcome", () => scenes.reset());
  engine.on("lost", () => scenes.reset());

  const coign = /** @type {Coign.Context} */ ({
    engine,
    contract,
    meanwhile: new Meanwhile({
      computeHere: () => computeHere(coign),
      connectToBridge: () => connect(coign),
      bridgeAnswers: () => bridgeAnswers(coign),
      idle: () => engine.idle,
      wanted: () => coign.setting("computeMeanwhile"),
    }),
    page: Math.random().toString(36).slice(2),
    queue,
    scenes,
    traits,
    ledger: new Ledger(),
    get records() {
      return this.ledger.rolls;
    },
    decisions: new Decisions(
      {
        overrides: (decision) => takeBackOverrides(coign, decision),
        said: (decision) => takeBackSaid(coign, decision),
        moment: (decision) => takeBackMoment(coign, decision),
      },
      // The browser keeps them for all worlds of this address together.
      {
        read: () => coign.setting("decisions")[game.world.id] ?? [],
        write: (list) => {
          void game.settings?.set(ID, "decisions", { ...coign.setting("decisions"), [game.world.id]: list });
        },
      },
    ),
    facing: new FacingWatch(),
    bearings: new Map(),
    toldBearings: new Map(),
    slowed: new SlowedTokens(),
    lastAttacks: new Map(),
    playerBudgets: new PlayerBudgets(),
    nearNumbers: new NearNumbers({
      read: () => coign.setting("nearNumbers"),
      write: (distances) => void game.settings?.set(ID, "nearNumbers", distances),
    }),
    answered: new Answered(),
    presses: new Presses({
      send: (message, press) => sendPress(coign, message, press),
      changed: (id) => {
        const message = game.messages.get(id);
        if (message) Hooks.callAll("coign.waiting", message);
      },
      store: {
        read: () => coign.setting("presses"),
        write: (waiting) => void game.settings?.set(ID, "presses", waiting),
      },
    }),
    offers: {},
    previewKey: null,
    rulesProblem: "",
    toldAlone: false,
    ruleLines: {},
    unread: new Set(),
    instead: new Map(),
    get adapter() {
      return adapterFor(game.system?.id ?? "", game.system?.version ?? "");
    },
    setting: (name) => {
      const value = coign.instead.get(name) ?? /** @type {Coign.Foreign} */ (game.settings)?.get(ID, name);
      return name === "overrides" ? validOverrides(value, LIMITS.overrides) : value;
    },
    evaluate: (request, lane) => evaluate(coign, request, lane),
  });
  coign.exchange = exchangeOf(coign);
  engine.on("lost", () => Object.assign(coign, { rulesProblem: "", ruleLines: {}, offers: {} }));
  engine.on("answer", followBearings(coign)); // before a scene is called ready
  engine.on("answer", (answer) => scenes.receive(answer));
  return coign;
}
