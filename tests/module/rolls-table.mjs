/**
 * The table of `docs/fidelity.md`: situation x game system x version x mode, each cell run in the stand-in. A cell
 * compares the dice, the system's own total and armour class, and what the card makes of them with what must come out.
 *
 * usage: node tests/module/rolls-table.mjs [--write]
 */

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { provedIn, withOwnArmourClass } from "../../foundry-module/scripts/attack/included.mjs";
import { D35E } from "../../foundry-module/scripts/systems/D35E/record.mjs";
import { adapterFor } from "../../foundry-module/scripts/systems/index.mjs";
import { pf1 } from "../../foundry-module/scripts/systems/pf1/record.mjs";
import { TARGET } from "../browser/dnd5e-kit.mjs";
import { TOKENS } from "../browser/table.mjs";
import * as saves from "./rolls-table-saves.mjs";
import { attackIn, fighterWith } from "./systems/D35E/rolls-kit.mjs";
import { archerWith, SIMPLE_COVER, simpleCover } from "./systems/dnd5e/rolls-kit.mjs";
import { archerWith as pf1Archer } from "./systems/pf1/rolls-kit.mjs";
import { strikerWith } from "./systems/pf2e/rolls-kit.mjs";
import { atOnce, modifier } from "./systems/rolls-kit.mjs";

export const PAGE = new URL("../../docs/fidelity.md", import.meta.url);
export const MODES = ["after the roll", "in the roll"];
const FACES = [11, 2, 3]; // of the dice, in their order

const BONUS = modifier("height", { kind: "flat", value: 1, to: "attack" });
const PENALTY = modifier("crowd", { kind: "flat", value: -2, to: "attack" });
const COVER = modifier("cover", { kind: "flat", value: 2, to: "ac" });
const DIE = modifier("edge", { kind: "die", dice: "+1d4", to: "attack" });
const ARMOUR = modifier("shield-wall", { kind: "flat", value: 1, to: "ac" }); // of a house rule: no cover
const LUCK = modifier("luck", { kind: "advantage", to: "attack" });
const MIST = modifier("mist", { kind: "miss-chance", percent: 20 });

/** Return modifiers of an attack as those of a save. */
const ofSave = (list) => list.map((one) => ({ ...one, effect: { ...one.effect, to: "save" } }));

/** The course of an attack or a save: our modifiers, and the acts of others. */
export const SITUATIONS = {
  "a bonus, a penalty, cover": { modifiers: [BONUS, PENALTY, COVER] },
  "a die": { modifiers: [DIE] },
  "advantage beside a bonus": { modifiers: [LUCK, BONUS] },
  "all of it, and a chance to miss": { modifiers: [BONUS, COVER, DIE, LUCK, MIST] },
  "an answer that never comes": { modifiers: [BONUS, COVER], silent: true },
  "another module's bonus": { modifiers: [BONUS, COVER], other: 3 },
  "a reroll": { modifiers: [BONUS, COVER, LUCK], reroll: true },
  "another module's cover": { modifiers: [BONUS], foreign: 2 },
  "another module's cover beside an armour bonus": { modifiers: [ARMOUR], foreign: 2 },
  "a save: a bonus, a penalty": { save: true, modifiers: ofSave([BONUS, PENALTY]) },
  "a save: a die": { save: true, modifiers: ofSave([DIE]) },
  "a save: advantage beside a bonus": { save: true, modifiers: ofSave([LUCK, BONUS]) },
  "a save: an answer that never comes": { save: true, modifiers: ofSave([BONUS]), silent: true },
  "a save: another module's bonus": { save: true, modifiers: ofSave([BONUS]), other: 3 },
  "a save: a reroll": { save: true, modifiers: ofSave([BONUS, LUCK]), reroll: true },
};

const claims = (message) => message.flags.coign?.included;

/** The modifiers that the bridge takes as included. */
function believed(claimed, seen, defence, own) {
  const { shown, mode } = seen;
  const roll = provedIn(claimed, { occasion: "attack", mode, shown });
  const checked = withOwnArmourClass({ roll, defence }, () => own).roll.included ?? [];
  return checked.filter(({ refuted }) => !refuted).map((one) => one.modifier);
}

async function dnd5e({ generation, ask, active, situation: { other = 0, foreign = 0 } }) {
  const modules = foreign ? { simplecover5e: { title: SIMPLE_COVER } } : {};
  const { client, activity, inRoll, context } = await archerWith(ask, { generation, modules });
  inRoll.active = active;
  const target = client.scenes.get("scene").tokens.get(TARGET);
  await target.actor.update({ system: { attributes: { ac: { value: 13 } } } });
  if (foreign) simpleCover(client, { degree: "half", noted: true });
  if (other)
    client.Hooks.on("dnd5e.postBuildAttackRollConfig", (_process, config) => void config.parts.push(`${other}[Bless]`));
  client.CONFIG.Dice.nextFaces.push(...FACES);
  const [roll] = await activity.rollAttack({}, { configure: false });
  const message = client.messages.contents.at(-1).toObject();
  const adapter = adapterFor("dnd5e", generation === 14 ? "6.0.1" : "5.3.3", context);
  const { roll: seen, defence } = adapter.readAttack(message);
  const { ac } = defence[TARGET];
  const own = adapter.armourClass(target.actor, message);
  const included = believed(claims(message), seen, defence, own);
  return { roll, seen, ac, own, sheet: 13, base: 5 + other, included };
}

const pathfinder2 = (id) =>
  async function run({ generation, ask, active, situation: { other = 0, foreign = 0, reroll } }) {
    const modules = foreign ? { "pf2e-toolbelt": { title: "PF2e Toolbelt" } } : {};
    const { client, strike, inRoll, adapter, read } = await strikerWith(ask, { id, generation, modules });
    inRoll.active = active;
    const { Check, Modifier } = client.game[id];
    const inner = Check.roll;
    Check.roll = (check, context, ...rest) => {
      if (other) check.push(new Modifier({ slug: "other", label: "Another", modifier: other }));
      context.dc.value += foreign;
      return inner(check, context, ...rest);
    };
    client.CONFIG.Dice.nextFaces.push(...FACES);
    let message = await strike(TOKENS.ilse, "Shortbow");
    client.CONFIG.Dice.nextFaces.splice(0, 9, ...FACES);
    if (reroll) message = await Check.rerollFromMessage(message, { heroPoint: true });
    const { roll: seen, defence } = read(message);
    const [{ ac }] = Object.values(defence);
    const own = adapter.armourClass(client.canvas.scene.tokens.get(TOKENS.grik).actor, message);
    const included = believed(claims(message) ?? adapter.includedIn(message), seen, defence, own);
    return { roll: message.rolls[0], seen, ac, own, sheet: 16, base: 13 + other, included };
  };

async function pathfinder1({ ask, active }) {
  const { client, shot, inRoll, context } = await pf1Archer(ask);
  inRoll.active = active;
  client.CONFIG.Dice.nextFaces.push(...FACES);
  const message = await shot();
  const { roll: seen } = pf1.readAttack(message, context);
  const included = believed(claims(message), seen, {}, null);
  return { roll: message.system.rolls.attacks[0].attack, seen, ac: 0, own: 0, base: 8, included };
}

async function version35({ ask, active }) {
  const { client, strike, inRoll, context } = await fighterWith(ask);
  inRoll.active = active;
  client.CONFIG.Dice.nextFaces.push(...FACES);
  const message = await strike();
  const { roll: seen } = D35E.readAttack(message, context);
  const included = believed(claims(message), seen, {}, null);
  return { roll: attackIn(message).rolls[0], seen, ac: 0, own: 0, base: 8, included };
}

/** The columns: a system in a version of Foundry, and what it has no way to show. */
export const SYSTEMS = {
  "dnd5e 5.3.3": { generation: 13, run: dnd5e, save: saves.dnd5e, lacks: ["reroll"] },
  "dnd5e 6.0.1": { generation: 14, run: dnd5e, save: saves.dnd5e, lacks: ["reroll"] },
  "pf2e 7": { generation: 13, run: pathfinder2("pf2e"), save: saves.pathfinder2("pf2e"), lacks: [] },
  "pf2e 8": { generation: 14, run: pathfinder2("pf2e"), save: saves.pathfinder2("pf2e"), lacks: [] },
  "sf2e, Foundry 13": { generation: 13, run: pathfinder2("sf2e"), save: saves.pathfinder2("sf2e"), lacks: [] },
  "sf2e, Foundry 14": { generation: 14, run: pathfinder2("sf2e"), save: saves.pathfinder2("sf2e"), lacks: [] },
  "pf1 11": { generation: 13, run: pathfinder1, save: saves.pathfinder1, lacks: ["reroll", "foreign", "other"] },
  "D35E 2.4": { generation: 13, run: version35, save: saves.version35, lacks: ["reroll", "foreign", "other"] },
};

const never = () => ({ inTime: Promise.resolve(null), late: new Promise(() => {}) });

/**
 * Run a cell.
 * @returns {Promise<{put: string[], left: string[], problem: string} | null>} what went into the roll, what the card adds,
 *   and what does not agree; null: the system has no such situation
 */
export async function cell(name, column, mode) {
  const situation = SITUATIONS[name];
  const { generation, run, save, lacks } = SYSTEMS[column];
  const { modifiers, silent, foreign = 0 } = situation;
  if (lacks.some((what) => situation[what] && !(situation.save && what === "other"))) return null;
  const active = mode === "in the roll";
  const ask = silent ? never : atOnce(...modifiers);
  const make = situation.save ? save : run;
  const { roll, seen, ac, own, sheet, base, included } = await make({
    generation,
    ask,
    active,
    faces: FACES,
    situation,
  });
  const to = situation.save ? "save" : "attack";
  const ours = modifiers.filter(({ id }) => included.includes(id));
  const left = modifiers.filter((one) => !ours.includes(one));
  const natural = seen.d20.filter(({ kept }) => kept).reduce((sum, { value }) => sum + value, 0);
  const lucky = ours.some(({ id }) => id === LUCK.id);
  const die = ours.some(({ id }) => id === DIE.id) ? FACES[lucky ? 2 : 1] : 0;
  const sum = (list, on) => list.reduce((all, { effect }) => all + (effect.to === on ? (effect.value ?? 0) : 0), 0);
  const card = roll.total + sum(left, to);
  const due = natural + base + die + sum(modifiers, to);
  const agree = [
    ["the dice and the system's total", roll.total, natural + base + die + sum(ours, to)],
    ["the card's total", card, due],
    ["the system's armour class", ac, situation.save ? undefined : own + sum(ours, "ac")],
    ["the card's verdict", card >= ac + sum(left, "ac"), due >= own + sum(modifiers, "ac")],
    ["the dice and advantage", seen.d20.length, lucky ? 2 : 1],
    ["what is put in without being asked", active || !ours.length, true],
    ["another module's cover", foreign && ac, foreign && sheet + foreign + sum(ours, "ac")],
  ];
  const wrong = agree.filter(([, found, right]) => found !== right);
  return {
    put: ours.map(({ id }) => id),
    left: left.map(({ id }) => id),
    problem: wrong.map(([what, found, right]) => `${what}: ${found}, not ${right}`).join("; "),
  };
}

/** Run every cell, and return the table as Markdown. */
export async function table() {
  const columns = Object.keys(SYSTEMS);
  const rows = [["situation", "mode", ...columns], Array(columns.length + 2).fill("---")];
  for (const name of Object.keys(SITUATIONS))
    for (const mode of MODES) {
      const cells = [];
      for (const column of columns) cells.push(textOf(await cell(name, column, mode), mode));
      rows.push([name, mode, ...cells]);
    }
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Write a cell: how many modifiers are in the roll, and how many the card adds. */
function textOf(found, mode) {
  if (!found) return "";
  if (found.problem) return `**${found.problem}**`;
  const { put, left } = found;
  return mode === "in the roll" ? `${put.length} in, ${left.length} on the card` : `${left.length} on the card`;
}

/** The table's place in the page. */
export const MARKED = /(<!-- rolls-table -->\n)[\s\S]*?(\n<!-- \/rolls-table -->)/;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = await table();
  if (!process.argv.includes("--write")) console.log(made);
  else
    await writeFile(
      PAGE,
      (await readFile(PAGE, "utf8")).replace(MARKED, (_all, begin, end) => `${begin}\n${made}\n${end}`),
    );
  process.exit(made.includes("**") ? 1 : 0);
}
