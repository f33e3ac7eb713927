/**
 * What shows that a module does its own work, by its id: functions that run on the game master's client after the fight,
 * once with Coign's modifiers after the roll and once in the roll. Each returns true, or what it found instead.
 */

/** Put the tokens where the checks expect them, and add `fidelity`, what the checks share, to the page. */
export async function prepare(inRoll) {
  await game.settings.set("coign", "inRoll", inRoll);
  const token = (name) => canvas.tokens.placeables.find((one) => one.name === name);
  const until = async (test) => {
    for (const end = Date.now() + 6000; Date.now() < end; ) {
      const found = test();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("nothing came within six seconds");
  };
  const activityOf = (attacker, weapon) => {
    const item = attacker.actor.items.find(({ name }) => name === weapon);
    const [data] = Object.values(item.system.activities);
    return new dnd5e.documents.activity.AttackActivity(item, data);
  };
  /** Tell what a message's attack roll is, and whether Coign's modifiers are in it and on the card as they should be. */
  const read = async (id, roll) => {
    const judged = () => game.messages.get(id).flags.coign?.annotations?.[0]?.results?.[0];
    const { modifiers } = await until(judged);
    const { flags, system } = game.messages.get(id);
    const claimed = (flags.coign.included ?? []).map(({ modifier }) => modifier);
    const ids = modifiers.map((one) => one.id);
    const inside = modifiers.filter(({ included }) => included).map((one) => one.id);
    const labels = (roll.formula.match(/\[Coign:[^\]]*\]/g) ?? []).length;
    const states = modifiers.map(({ state }) => state);
    const found = { formula: roll.formula, ids, states, claimed, inside, labels };
    const twice = new Set(ids).size < ids.length || new Set(claimed).size < claimed.length;
    const counted = modifiers.filter(({ state }) => state === "on").map((one) => one.id);
    const due = `${inside}` === `${inRoll === "after" ? [] : counted}` && labels <= inside.length;
    const ac = (flags.dnd5e?.targets ?? system.targets)?.[0]?.ac ?? flags.pf2e?.context.dc.value;
    return { once: due && !twice && ids.length > 0, found, ac, mode: roll.options.advantageMode, total: roll.total };
  };
  window.fidelity = {
    token,
    until,
    read,
    activityOf,
    aim: (name) => canvas.tokens.setTargets([token(name).id]),
    async attack(by, at, weapon) {
      fidelity.aim(at);
      const { systemOf } = await import("/tabletop/systems/index.mjs");
      const item = token(by).actor.items.find(({ name }) => name === weapon);
      const message = await systemOf(game.system.id).attack(tabletop.client, token(by).document, item);
      return read(message.id, message.rolls[0]);
    },
    /** Use a weapon as its sheet does, and read the attack roll that another module makes of it. */
    async use(by, at, weapon, rollsOf) {
      fidelity.aim(at);
      const before = game.messages.size;
      await activityOf(token(by), weapon).use({}, { configure: false });
      const message = await until(() => game.messages.contents.slice(before).find((one) => rollsOf(one).length));
      const found = await read(message.id, rollsOf(message)[0]);
      return { ...found, cards: game.messages.size - before };
    },
    /** Put a wall between two tokens, across the middle of the way. */
    async wallBetween(one, other, more = {}) {
      const [a, b] = [token(one).center, token(other).center];
      const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
      const [dx, dy] = [(b.y - a.y) / 2, (a.x - b.x) / 2];
      const c = [x - dx, y - dy, x + dx, y + dy].map(Math.round);
      const [wall] = await canvas.scene.createEmbeddedDocuments("Wall", [{ c, ...more }]);
      return wall;
    },
  };
  const grik = token("Grik")?.document;
  if (grik?.hidden) await grik.update({ x: grik._source.x - 100, hidden: false }); // the fight has moved him
}

/** @type {Record<string, Record<string, (inRoll: string) => unknown>>} */
export const OWN_WORK = {
  "lib-wrapper": {
    "libWrapper is ready": () => Boolean(globalThis.libWrapper?.register && !globalThis.libWrapper.is_fallback),
    "it holds the function that Coign wraps, which is none after the roll": async (inRoll) => {
      const { prototype } = dnd5e.documents.activity.AttackActivity;
      const held = () => typeof Object.getOwnPropertyDescriptor(prototype, "rollAttack")?.get === "function";
      return held() === (inRoll !== "after") || held();
    },
    "an attack through it has its modifiers once": async () => {
      const { once, found } = await fidelity.attack("Ilse", "Snag", "Shortbow");
      return once || found;
    },
  },
  simplecover5e: {
    "it measures cover: Grik is behind a barrel, as far as Ilse sees": () => {
      const { api } = game.modules.get("simplecover5e");
      const [attacker, target] = ["Ilse", "Grik"].map(fidelity.token);
      const { cover } = api.getCover({ attacker, target, scene: canvas.scene });
      return cover !== "none" || cover;
    },
    "an attack has it in the armour class, and Coign puts no cover of its own there": async () => {
      const { ac } = await fidelity.attack("Ilse", "Grik", "Shortbow");
      const added = ac - fidelity.token("Grik").actor.system.attributes.ac.value;
      const { included = [] } = game.messages.contents.at(-1).flags.coign ?? {};
      const ours = included.filter(({ effect }) => effect.to === "ac");
      return ((added === 2 || added === 5) && ours.length === 0) || { added, ours };
    },
  },
  "automated-conditions-5e": {
    "it sees by the detection modes: not through a wall, and not who is invisible": async () => {
      const [ilse, snag] = ["Ilse", "Snag"].map(fidelity.token);
      await ilse.document.update({ "detectionModes.basicSight": { enabled: true, range: 500 } });
      const see = () => ac5e.checkVisibility(ilse, snag);
      const open = see();
      const wall = await fidelity.wallBetween("Ilse", "Snag");
      const behind = see();
      await wall.delete();
      await snag.actor.toggleStatusEffect("invisible", { active: true });
      const invisible = see();
      await snag.actor.toggleStatusEffect("invisible", { active: false });
      return (open && !behind && !invisible) || { open, behind, invisible };
    },
    "who is poisoned attacks with disadvantage, and Coign's modifiers are there once": async () => {
      const { actor } = fidelity.token("Ilse");
      const before = await fidelity.attack("Ilse", "Snag", "Shortbow");
      await actor.toggleStatusEffect("poisoned", { active: true });
      const { once, found, mode } = await fidelity.attack("Ilse", "Snag", "Shortbow");
      await actor.toggleStatusEffect("poisoned", { active: false });
      return (once && mode === -1 && before.mode !== -1) || { ...found, mode, before: before.mode };
    },
  },
  "pf2e-visioner": {
    "it measures cover: Mog is between Snag and Runa": async () => {
      const { api } = await fidelity.until(
        () => game.modules.get("pf2e-visioner").api && game.modules.get("pf2e-visioner"),
      );
      const found = api.getAutoCoverState(...["Snag", "Runa"].map(fidelity.token));
      return found === "lesser" || found;
    },
    "an attack has it in the armour class once, whoever of the two has put it there": async (inRoll) => {
      // the page is ready before Visioner has read its templates, and so is here told a second time
      if (inRoll === "after") Hooks.callAll("pf2e.systemReady");
      const { ac, once, found } = await fidelity.attack("Snag", "Runa", "Shortbow");
      const own = fidelity.token("Runa").actor.system.attributes.ac.value;
      const flat = game.messages.contents.at(-1).flags.coign.annotations[0].results[0].outcome.flat.ac;
      return (ac === own + 1 && once) || { ac, own, flat, ...found };
    },
  },
  levels: {
    "a tile that blocks sight does so between below and above, and not beside it": async () => {
      const tile = { x: 1000, y: 1000, width: 200, height: 200, elevation: 10 };
      const [made] = await canvas.scene.createEmbeddedDocuments("Tile", [
        { ...tile, flags: { levels: { blockSightMovement: true } } },
      ]);
      const test = (x) => {
        const [from, to] = [0, 20].map((elevation) => ({ x, y: 1000, elevation }));
        return canvas.scene.testSurfaceCollision(from, to, { type: "sight", mode: "any" });
      };
      const [through, beside] = [test(1010), test(1500)];
      await made.delete();
      return (through && !beside) || { through, beside };
    },
    "an attack beside it has its modifiers once": async () => {
      const { once, found } = await fidelity.attack("Ilse", "Snag", "Shortbow");
      return once || found;
    },
  },
  "wall-height": {
    "a low wall does not stop sight from above it, a high one does": async () => {
      const [ilse, snag] = ["Ilse", "Snag"].map(fidelity.token);
      await canvas.scene.setFlag("wall-height", "advancedVision", true);
      const see = () =>
        !CONFIG.Canvas.polygonBackends.sight.testCollision(ilse.center, snag.center, {
          type: "sight",
          mode: "any",
          source: { object: ilse },
        });
      const wall = await fidelity.wallBetween("Ilse", "Snag");
      const high = see();
      await wall.update({ flags: { "wall-height": { top: 2, bottom: 0 } } });
      const low = see();
      await wall.delete();
      return (low && !high) || { low, high };
    },
    "an attack beside it has its modifiers once": async () => {
      const { once, found } = await fidelity.attack("Ilse", "Snag", "Shortbow");
      return once || found;
    },
  },
  "ready-set-roll-5e": {
    "an attack rolled from its card has Coign's modifiers once": async () => {
      // version 3.5 knows a card by what dnd5e wrote until 5.2
      if (game.modules.get("ready-set-roll-5e").version.startsWith("3."))
        Hooks.on("dnd5e.preUseActivity", (_activity, _usage, _dialog, { data }) => {
          data.flags.dnd5e.messageType = "usage";
        });
      const rolls = (message) => message.rolls.filter(({ options }) => options.rollType !== "damage");
      const { once, found, cards } = await fidelity.use("Ilse", "Snag", "Shortbow", rolls);
      return (once && cards === 1) || { ...found, cards };
    },
  },
  rsreforged: {
    "an attack rolled from its card has Coign's modifiers once": async () => {
      const rolls = ({ flags }) => (flags.rsreforged?.rolls ?? []).map((one) => Roll.fromData(one));
      const { once, found, cards } = await fidelity.use("Ilse", "Snag", "Shortbow", rolls);
      return (once && cards === 1) || { ...found, cards };
    },
  },
};
