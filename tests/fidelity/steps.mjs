/** The steps that are played with a module, and the checks of dnd5e's dice. A failed step reports its reason. */

import { attack, cardOf, frameOf, TOKENS } from "../browser/table.mjs";
import { OWN_WORK, prepare } from "./own-work.mjs";

const SOON = { timeout: 8000 };

/** Run named steps one by one. @returns {Promise<{name: string, problem: string | null}[]>} */
async function each(steps) {
  const results = [];
  for (const [name, act] of Object.entries(steps)) {
    const problem = await act().then(
      () => null,
      (error) => error.message.split("\n")[0],
    );
    results.push({ name, problem });
  }
  return results;
}

/**
 * Check that a module's own work is reached.
 * @param {import("playwright-core").Page} page
 * @param {string} id
 * @param {"after" | "everybody"} inRoll  whose rolls get their modifiers before the dice fall
 */
export async function checkOwnWork(page, id, inRoll) {
  if (!OWN_WORK[id]) return [];
  const gm = await frameOf(page, "gm");
  await gm.evaluate(prepare, inRoll);
  const steps = Object.entries(OWN_WORK[id]).map(([name, test]) => [
    name,
    async () => {
      const found = await gm.evaluate(test, inRoll);
      if (found !== true) throw new Error(`it found ${JSON.stringify(found)}`);
    },
  ]);
  return each(Object.fromEntries(steps));
}

/** Play a short fight at an open table. @param {import("playwright-core").Page} page */
export async function playFight(page) {
  let [gm, player, message] = [];
  const pause = () => page.waitForTimeout(300);
  return each({
    async "the world is ready"() {
      gm = await frameOf(page, "gm");
      player = await frameOf(page, "player");
      await gm.waitForFunction(() => game.ready && game.modules.get("coign").api.state === "connected", null, SOON);
    },
    async "an attack has its card, judged by Coign"() {
      const fifth = await gm.evaluate(() => game.system.id === "dnd5e"); // in others it has nothing to judge
      const [frame, by, at] = fifth ? [player, TOKENS.ilse, TOKENS.snag] : [gm, TOKENS.snag, TOKENS.runa];
      message = await attack(frame, { by, at, weapon: "Shortbow" });
      await cardOf(gm, message).waitFor(SOON);
    },
    async "a message is updated"() {
      await gm.evaluate((id) => game.messages.get(id).update({ flavor: "<b>again</b>" }), message);
      await pause();
    },
    async "a token moves, turns and is hidden"() {
      await gm.evaluate(async (id) => {
        const token = canvas.tokens.get(id).document;
        await token.update({ x: token.x + 100, rotation: 90, elevation: 5 });
        await token.object?.movementAnimationPromise;
        await token.update({ hidden: true });
      }, TOKENS.grik);
      await pause();
    },
    async "a condition comes and goes on an unlinked token"() {
      await gm.evaluate(async (id) => {
        const { actor } = canvas.tokens.get(id);
        await actor.toggleStatusEffect("prone");
        await actor.toggleStatusEffect("prone");
      }, TOKENS.grik);
    },
    async "the sheets of a token and a wall open"() {
      await gm.evaluate(async (id) => {
        const { sheets } = tabletop.client;
        for (const sheet of [
          await sheets.openToken(canvas.tokens.get(id).document),
          await sheets.openWall(canvas.scene.walls.contents[0]),
        ])
          await sheet.close();
      }, TOKENS.grik);
    },
    async "the settings open"() {
      await gm.evaluate(async () => (await tabletop.client.sheets.openSettings()).close());
    },
    async "a fight begins and its turns pass"() {
      await gm.evaluate(
        async (ids) => {
          const combat = await Combat.create({ scene: canvas.scene.id });
          const combatants = ids.map((tokenId) => ({
            tokenId,
            sceneId: canvas.scene.id,
            actorId: canvas.tokens.get(tokenId).document.actorId,
          }));
          await combat.createEmbeddedDocuments("Combatant", combatants);
          await combat.startCombat();
          await combat.nextTurn();
          await combat.delete();
        },
        [TOKENS.ilse, TOKENS.grik],
      );
    },
    async "a token is deleted"() {
      await gm.evaluate((id) => canvas.tokens.get(id).document.delete(), TOKENS.shade);
      await pause();
    },
  });
}

/** Check the dice of dnd5e, loaded as its start-up file loads them. @param {import("playwright-core").Page} page */
export async function checkDice(page) {
  const gm = await frameOf(page, "gm");
  const check = (act) => () => gm.evaluate(act);
  return each({
    load: check(async () => {
      const dice = await import("/systems/dnd5e/module/dice/_module.mjs");
      CONFIG.Dice.BasicDie = CONFIG.Dice.terms.d = dice.BasicDie;
      Object.assign(CONFIG.Dice, {
        BasicRoll: dice.BasicRoll,
        DamageRoll: dice.DamageRoll,
        D20Die: dice.D20Die,
        D20Roll: dice.D20Roll,
      });
      CONFIG.Dice.rolls = [dice.BasicRoll, dice.D20Roll, dice.DamageRoll];
      CONFIG.Dice.termTypes.BasicDie = dice.BasicDie;
      CONFIG.Dice.termTypes.D20Die = dice.D20Die;
      CONFIG.DND5E = { damageTypes: { fire: {}, slashing: {} }, healingTypes: {} };
      window.dice = dice;
      window.faces = (...next) => CONFIG.Dice.nextFaces.splice(0, Number.POSITIVE_INFINITY, ...next);
      window.same = (found, due) => {
        if (JSON.stringify(found) !== JSON.stringify(due))
          throw new Error(`${JSON.stringify(found)}, not ${JSON.stringify(due)}`);
      };
    }),
    "a plain attack": check(async () => {
      faces(13);
      const roll = await new dice.D20Roll("1d20 + @mod + @prof", { mod: 3, prof: 2 }).evaluate();
      same([roll.total, roll.formula, roll.isCritical, roll.isFumble], [18, "1d20 + 3 + 2", false, false]);
    }),
    advantage: check(async () => {
      faces(4, 17);
      const roll = await new dice.D20Roll("1d20 + 5", {}, { advantage: true }).evaluate();
      same([roll.total, roll.d20.results.map((one) => one.active), roll.hasAdvantage], [22, [false, true], true]);
    }),
    "disadvantage, elven accuracy, a lucky halfling": check(async () => {
      faces(4, 17);
      same((await new dice.D20Roll("1d20", {}, { disadvantage: true }).evaluate()).total, 4);
      faces(4, 17, 18);
      same((await new dice.D20Roll("1d20", {}, { advantage: true, elvenAccuracy: true }).evaluate()).total, 18);
      faces(1, 9);
      same((await new dice.D20Roll("1d20", {}, { halflingLucky: true }).evaluate()).total, 9);
      faces(3);
      same((await new dice.D20Roll("1d20", {}, { reliableTalent: true }).evaluate()).total, 10);
    }),
    "a critical and a fumble": check(async () => {
      const options = () => ({ criticalSuccess: 19, criticalFailure: 1 });
      faces(19);
      same((await new dice.D20Roll("1d20 + 1", {}, options()).evaluate()).isCritical, true);
      faces(1);
      same((await new dice.D20Roll("1d20 + 1", {}, options()).evaluate()).isFumble, true);
    }),
    "the standard workflow makes a message, and its rolls come back from it": check(async () => {
      faces(12);
      const config = { rolls: [{ parts: ["@mod"], data: { mod: 4 }, options: {} }], advantage: false };
      const rolls = await dice.D20Roll.build(
        config,
        { configure: false },
        { data: { flags: { dnd5e: { roll: { type: "attack" } } } } },
      );
      const message = game.messages.contents.at(-1);
      same(
        [rolls[0].total, message.rolls[0].constructor.name, message.rolls[0].options.rollType],
        [16, "D20Roll", "attack"],
      );
    }),
    "create: false gives the data of a message": check(async () => {
      faces(12);
      const data = await dice.D20Roll.toMessage([new dice.D20Roll("1d20", {}, {})], {}, { create: false });
      same([data.rolls.length, typeof data.rolls[0]], [1, "string"]);
    }),
    "damage, doubled by a critical": check(async () => {
      faces(3, 4, 5, 6);
      const roll = await new dice.DamageRoll("2d6 + 3", {}, { isCritical: true }).evaluate();
      same([roll.formula, roll.total], ["4d6 + 3", 21]);
    }),
    "damage with a maximised critical": check(async () => {
      faces(3, 4);
      const options = { isCritical: true, critical: { powerfulCritical: true } };
      const roll = await new dice.DamageRoll("2d6[fire] + 3", {}, options).evaluate();
      same(roll.total, 22);
    }),
    "damage from brackets and functions": check(async () => {
      faces(3, 4, 2);
      const roll = await new dice.DamageRoll("(1 + 1)d6 + max(1d4, 1) * 2", {}, {}).evaluate();
      same(roll.total, 11);
    }),
    "formulas are simplified": check(async () => {
      same(dice.simplifyRollFormula("1d6 + 1d6 + 3 - 1 + 2d8[fire]"), "2d6 + 2d8 + 2");
      same(dice.simplifyRollFormula("1d20 + (2 + 3) + max(1, 3)"), "1d20 + 8");
      same(dice.simplifyRollFormula("2 * (3 + 4)"), "14");
      same(dice.simplifyRollFormula("1d20 + 4 + 2", { deterministic: true }), "6");
    }),
    "damage of one kind is added up": check(async () => {
      faces(3, 4);
      const rolls = [
        new dice.DamageRoll("1d6 + 2", {}, { type: "fire" }),
        new dice.DamageRoll("1d8[fire]", {}, { type: "slashing" }),
      ];
      for (const roll of rolls) await roll.evaluate();
      const sums = dice.aggregateDamageRolls(rolls).map((roll) => [roll.options.type, roll.total]);
      same(sums, [["fire", 9]]);
    }),
    "extremes, and a roll turned round": check(async () => {
      same(
        [
          new dice.BasicRoll("2d20kh + 1").evaluateSync({ maximize: true }).total,
          new dice.BasicRoll("4d6dl1").evaluateSync({ minimize: true }).total,
        ],
        [21, 3],
      );
      faces(5);
      same((await new dice.BasicRoll("1d8 + 2").evaluate()).invert().total, -7);
    }),
    "a formula that cannot be rolled is told from one that can": check(async () => {
      same([dice.BasicRoll.validate("1d20adv + @mod"), dice.BasicRoll.validate("1d20 +")], [true, false]);
    }),
  });
}
