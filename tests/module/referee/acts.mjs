/** The acts of an evening: what a game master does, and what a player may do to cheat. Each returns what it did, for the report. */

import { EFFECT } from "./judge.mjs";
import { diceOf } from "./model.mjs";

const TOKENS = ["hero", "goblin", "orc", "spy"];
const DICE = [
  "1d20 + 3",
  "1d20 + 3",
  "2d20kl + 3",
  "2d20kh + 3",
  "1d20 + 3 + 1d4[Coign: height]",
  "1d20 + 3 - 4[Coign: far]",
  "1d20 + 3 + 9[Coign: far]",
];
const OFF = (modifier) => ({ scope: "roll", modifier, target: null, state: "off" });
const LUCK = {
  scope: "roll",
  modifier: "luck",
  target: null,
  state: "on",
  effect: { kind: "flat", value: 30, to: "attack" },
  why: "luck",
};
const uuidOf = (token) => `Scene.scene.Token.${token}`;

/** The parts of a random act. */
function madeBy(chance) {
  const oneOf = (list) => list[chance(list.length)];
  const some = (list) => list.filter(() => chance(2));
  const claim = (modifier, effect = EFFECT[modifier]) => ({
    modifier,
    target: null,
    effect,
    flavor: `Coign: ${modifier}`,
  });
  const targets = () => {
    const list = some(["goblin", "orc", "spy"]).map(uuidOf);
    return list.length ? list : [uuidOf("goblin")];
  };
  /** Flags that only game masters may write, forged. */
  const forged = () => {
    const all = {
      overrides: [LUCK, OFF("far"), OFF("cover")],
      annotations: [{ results: [] }],
      annotationKey: "forged",
      against: [uuidOf("goblin")],
      occasion: oneOf(["opportunity", "save", "check"]),
      save: uuidOf("goblin"),
      judged: { attack: "ranged", kind: null, die: null, primary: null, damage: null },
      recheck: chance(99),
      attack: { ignores: ["half"], abilities: ["sneak-attack"] },
    };
    return Object.fromEntries(some(Object.entries(all)));
  };
  const claims = () => [
    ...some(Object.keys(EFFECT)).map((modifier) => claim(modifier)),
    ...(chance(3)
      ? []
      : [claim("far", { kind: "flat", value: 9, to: "attack" }), claim("x", { kind: "disadvantage", to: "attack" })]),
  ];
  /** The fields that the author of a message may write at any time. */
  const own = () => {
    const all = {
      targets: targets(),
      attack: { kind: oneOf(["melee", "ranged"]), reach: oneOf([5, 10]) },
      moment: { combat: "fight", round: chance(9), turn: 0 },
      rolled: [{ dice: "1d4", values: [1 + chance(4)] }],
    };
    return Object.fromEntries(some(Object.entries(all)));
  };
  return { oneOf, some, targets, forged, claims, own };
}

/** Post a roll as a client's user. */
async function post(client, made, { flags = {}, ...more }) {
  const formula = made.oneOf(DICE);
  const { included: claims, ...others } = flags;
  // Some game systems keep in a roll what was put into it.
  const bySystem = claims && made.oneOf([true, false]);
  const data = {
    rolls: [await new client.Roll(formula).evaluate()],
    speaker: { scene: "scene", token: "hero" },
    flags: {
      coign: { targets: made.targets(), ...(bySystem ? { ...others, ...made.oneOf([{}, { included: [] }]) } : flags) },
      ...(bySystem && { homebrew: { claims } }),
    },
    ...more,
  };
  const { id } = await client.classOf("ChatMessage").create(data);
  return { id, formula, flags, bySystem, ...more };
}

/** Return what game masters do, and what happens to their browser. */
export function hostsOf({ gm, api, model, chance, bridge, clock }) {
  const made = madeBy(chance);
  const messageOf = () => made.oneOf([...model.rolls.keys()]);
  const tokenOf = (id) => gm.scenes.get("scene").tokens.get(id);
  const withMessage = (act) => async () => {
    const id = messageOf();
    return id ? { id, ...(await act(gm.messages.get(id), model.rolls.get(id))) } : null;
  };
  return {
    "a GM rolls": () => post(gm, made, { speaker: { scene: "scene", token: made.oneOf(TOKENS) } }),
    "a GM moves a token": async () => {
      const [id, x, y] = [made.oneOf(TOKENS), 100 + 100 * chance(7), 100 + 100 * chance(5)];
      await tokenOf(id).update({ x, y, elevation: 10 * chance(2) });
      return { id, x, y };
    },
    "a GM sets a trait": async () => {
      const trait = made.oneOf([{ reach: 30 }, { ignores: ["half"] }, { reach: null, ignores: [] }]);
      const id = made.oneOf(TOKENS);
      model.traits[id] = { ...model.traits[id], ...trait };
      await tokenOf(id).update({ flags: { coign: trait } });
      return { id, trait };
    },
    "a GM decides": withMessage(async (message, roll) => {
      const modifier = made.oneOf(Object.keys(EFFECT));
      const isOff = roll.overrides.some((one) => one.modifier === modifier);
      roll.overrides = [
        ...roll.overrides.filter((one) => one.modifier !== modifier),
        ...(isOff ? [] : [OFF(modifier)]),
      ];
      await (isOff ? api.removeOverride : api.override)(OFF(modifier), "scene", message);
      return { modifier, isOff };
    }),
    "a GM retargets": withMessage(async (message, roll) => {
      roll.against = made.oneOf([["orc"], ["goblin"], []]);
      await message.update({ flags: { coign: { against: roll.against.map(uuidOf) } } }, { diff: false });
      return { against: roll.against };
    }),
    "a GM calls it an opportunity attack": withMessage(async (message) => {
      await message.update({ flags: { coign: { occasion: made.oneOf(["opportunity", ""]) } } });
    }),
    "a GM calls it ranged": withMessage(async (message, roll) => {
      roll.ranged = chance(2) === 0;
      const judged = { attack: roll.ranged ? "ranged" : null, kind: null, die: null, primary: null, damage: null };
      await message.update({ flags: { coign: { judged } } }, { diff: false });
      return { ranged: roll.ranged };
    }),
    "a GM has it judged again": withMessage(async (message) => {
      await message.update({ flags: { coign: { recheck: chance(1000) } } });
    }),
    "a GM promotes the player, or no longer": async () => {
      const role = made.oneOf([1, 4]);
      await gm.users.get("ann").update({ role });
      return { role };
    },
    "the bridge goes away": () => {
      bridge.isAway = true;
      bridge.sockets.at(-1).close();
    },
    "the bridge comes back": () => {
      bridge.isAway = false;
    },
    "the GM's clock jumps": () => {
      const minutes = chance(41) - 20;
      Date.now = () => clock() + minutes * 60_000;
      return { minutes };
    },
  };
}

/** Return what a player does: everything that Foundry lets a player do. */
export function cheatsOf({ player, model, chance, clock }) {
  const made = madeBy(chance);
  const scene = () => player.scenes.get("scene");
  const isGM = () => model.gms.has("ann");
  const ownMessage = () => made.oneOf([...player.messages].filter(({ isAuthor }) => isAuthor));
  const refused = (problem) => ({ refused: String(problem.message).slice(0, 60) });
  const time = () => made.oneOf([undefined, clock() - 600_000, clock() + 600_000, 1]);
  const query = (name, data) => player.users.get("gm").query(`coign.${name}`, data, { timeout: 2000 }).catch(refused);
  /** Note what was answered about the attacker's own place: that may be claimed. */
  const noteAnswer = (request, { results = [] }) => {
    if (request.at) return;
    for (const { target, modifiers } of results)
      for (const { id, effect } of modifiers)
        if (/advantage/.test(effect.kind)) model.answered.add(`${request.actor} ${target} ${id}`);
  };
  const write = async (change, message = ownMessage()) => {
    if (!message || isGM()) return null; // what a promoted player writes counts: it has an act of its own
    await message.update(change, { diff: false }).catch(refused);
    return { id: message.id, change };
  };
  const spelled = (flags) =>
    made.oneOf([
      () => ({ flags: { coign: flags } }),
      () => Object.fromEntries(Object.entries(flags).map(([name, value]) => [`flags.coign.${name}`, value])),
      () => ({
        flags: { coign: Object.fromEntries(Object.entries(flags).map(([name, value]) => [`==${name}`, value])) },
      }),
      () => ({ flags: { coign: Object.fromEntries(Object.keys(flags).map((name) => [`-=${name}`, null])) } }),
    ])();
  return {
    "the player rolls": () => post(player, made, { timestamp: time() }),
    "the player rolls with forged flags": () =>
      isGM()
        ? null
        : post(player, made, {
            flags: { ...made.own(), ...made.forged(), included: made.claims() },
            timestamp: time(),
          }),
    "the player claims what is not in the roll": () =>
      isGM() ? null : post(player, made, { flags: { included: made.claims() }, timestamp: time() }),
    "the player asks, and rolls with what was answered": async () => {
      const request = { scene: "scene", actor: "hero", targets: ["goblin", "orc"], occasion: "attack" };
      const more = made.oneOf([
        {},
        { attack: { kind: "ranged", range: { normal: 5, long: 300 } } },
        { at: { x: 100 * chance(9), y: 100 } },
        { overrides: [LUCK], viewer: "gm" },
        { actor: "goblin", targets: ["orc"] },
      ]);
      const asked = { ...request, ...more };
      const answer = await query("evaluate", { key: made.oneOf([player.keys.at(-1), "forged"]), ...asked });
      noteAnswer(asked, answer);
      if (isGM()) return { asked, answer: Boolean(answer.results) };
      return { asked, ...(await post(player, made, { flags: { included: made.claims() } })) };
    },
    "the player writes what only GMs write": () => write(spelled({ ...made.forged(), included: made.claims() })),
    "the player says something of a roll": () => write({ flags: { coign: made.own() } }),
    "the player writes into the game system's data": () => write({ flags: { homebrew: { claims: made.claims() } } }),
    "the player removes or replaces all flags": () =>
      write(
        made.oneOf([
          { flags: { "-=coign": null } },
          { "==flags": { coign: made.forged() } },
          { flags: { "==coign": made.forged() } },
        ]),
      ),
    "the player rolls again in an old message": async () => {
      const again = await new player.Roll(made.oneOf(DICE)).evaluate();
      // Dice that it had before may be judged as they were then.
      const wasThere = [...model.rolls.values()].some(({ used }) => used.has(diceOf({ rolls: [again] })));
      const claims = chance(2) === 0 ? { flags: { homebrew: { claims: made.claims() } } } : {};
      return wasThere ? null : write({ rolls: [JSON.stringify(again)], ...claims });
    },
    "the player writes an old roll again, and claims more": () => {
      const message = ownMessage();
      const rolls = message && [JSON.stringify(message.rolls[0].toJSON())];
      return message && write({ rolls, flags: { homebrew: { claims: made.claims() } } }, message);
    },
    "the player changes who speaks, when, or who reads": () =>
      write(
        made.oneOf([
          { speaker: { scene: "scene", token: made.oneOf(TOKENS) } },
          { timestamp: time() ?? 0 },
          { whisper: ["gm"] },
          { author: "gm" },
          { flavor: "goblin", content: "orc" },
        ]),
      ),
    "the player deletes a message": async () => {
      const message = ownMessage();
      await message?.delete();
      return { id: message?.id };
    },
    "the player writes on a token": async () => {
      const flags = made.oneOf([
        { reach: 60, ignores: ["half"] },
        { overrides: [LUCK], facing: 90, senses: { darkvision: 60 } },
        { "-=reach": null, "-=ignores": null },
      ]);
      if (isGM()) return null;
      await scene()
        .tokens.get("hero")
        .update({ flags: { coign: flags } })
        .catch(refused);
      return flags;
    },
    "the player moves": async () => {
      const [x, y] = [100 + 100 * chance(7), 100 + 100 * chance(5)];
      await scene().tokens.get("hero").update({ x, y });
      return { x, y };
    },
    "the player writes where others own": async () => {
      const message = made.oneOf([...player.messages].filter(({ isAuthor }) => !isAuthor));
      if (isGM()) return null;
      await message?.update({ flags: { coign: made.forged() } }).catch(refused);
      await scene()
        .update({ flags: { coign: { overrides: [{ ...LUCK, scope: "scene", scene: "scene" }] } } })
        .catch(refused);
      await scene()
        .tokens.get("orc")
        .update({ flags: { coign: { reach: 60 } } })
        .catch(refused);
    },
    "the player queries as others do": async () => {
      const id = made.oneOf([...model.rolls.keys()]) ?? "none";
      const key = made.oneOf([player.keys.at(-1), "forged", undefined]);
      const { name, data } = made.oneOf([
        { name: "press", data: { key, message: id, press: { button: "turn", modifier: "far", value: "off" } } },
        { name: "ledger", data: { from: "gm", key, known: [] } },
        { name: "ledger", data: { from: "ann", key, known: [] } },
        { name: "news", data: { from: "ann", only: [id] } },
        { name: "asked", data: { key } },
        { name: "key", data: { key: "mine", user: "gm" } },
        { name: "bearings", data: { key, scene: "scene", bearings: { hero: { facing: 10, steps: [] } } } },
      ]);
      await query(name, data);
      return { name };
    },
    "a promoted player decides": async () => {
      const message = ownMessage();
      const roll = message && model.rolls.get(message.id);
      if (!roll || !isGM()) return null;
      roll.overrides = [OFF("far"), LUCK];
      await message.update({ flags: { coign: { overrides: roll.overrides } } }, { diff: false });
      return { id: message.id };
    },
  };
}
