/**
 * The pictures of the pages in docs/games: in a world of each game system its dialog with what Coign has put in, and the
 * messages of an attack behind cover, of a flank and, where the system has one, of a save.
 */

import { hedge } from "./quick.mjs";
import { cardOf, nextDice, pause, TOKENS } from "./table.mjs";

const SETTLE = 700; // ms for the last redraw
/** A table's own rules: what flanking is worth. */
const HOUSE = { "house-rules": { flanking: "advantage" } };
const WINDOW = { viewport: { width: 900, height: 1500 }, scale: 1.5 };

/**
 * Each system's weapons of who shoots and who flanks, the button of its dialog, the faces that fall, and its save.
 * @type {Record<string, {weapons: [string, string], roll: string, faces: number[], options?: object, hedged?: boolean,
 *   save?: (gm: object) => Promise<string>}>}
 */
const GAMES = {
  sf2e: { weapons: ["Shortbow", "Longsword"], roll: "button.roll", faces: [12], hedged: true, save: saveFromFire },
  sfrpg: { weapons: ["Laser Pistol", "Longsword"], roll: ".dialog-button", faces: [12], save: saveFromGrenade },
  shadowdark: { weapons: ["Shortbow", "Longsword"], roll: "button.roll", faces: [12, 3], options: HOUSE },
  "draw-steel": { weapons: ["Longbow Shot", "Sword Cut"], roll: "button.roll", faces: [6, 5], hedged: true },
  lancer: { weapons: ["Long Rifle", "Charged Blade"], roll: ".dialog-button", faces: [14, 3, 4] },
  swade: { weapons: ["Bow", "Sabre"], roll: ".dialog-button", faces: [6, 4] },
};

/**
 * Take the pictures of each game system.
 * @param {(query: string, how: object) => Promise<{page: object, gm: object}>} open the practice table
 * @param {(name: string, part: object) => Promise<void>} save writes a picture of an element
 * @param {string[]} [wanted] only these systems
 */
export async function gamePictures(open, save, wanted = Object.keys(GAMES)) {
  for (const id of wanted) {
    const { weapons, roll, faces, options = {}, hedged = false, save: savingThrow } = GAMES[id];
    const { page, gm } = await open(`system=${id}&theme=light&view=gm&v=14`, WINDOW);
    await gm.evaluate(() => game.settings.set("coign", "inRoll", "everybody"));
    await gm.evaluate(() => game.settings.set("coign", "drawing", true));
    await gm.evaluate((own) => game.settings.set("coign", "options", own), options);
    const shot = async (name, message) => {
      await cardOf(gm, message).waitFor();
      await pause(2 * SETTLE);
      await save(`games/${id}-${name}`, gm.locator(`[data-message-id="${message}"]`).first());
    };
    if (hedged) await hedge(gm, { x: 380, y: 0, width: 60, height: 600 }); // no wall stands in the middle of the way
    await nextDice(gm, ...faces);
    const asked = strike(gm, { by: TOKENS.ilse, at: TOKENS.grik, weapon: weapons[0], ask: true });
    const dialog = gm.locator(".application:not(#app-log)").last();
    await dialog.locator(roll).waitFor();
    await pause(2 * SETTLE);
    await save(`games/${id}-attack`, dialog);
    await dialog.locator(roll).click();
    await shot("cover", await asked);
    await nextDice(gm, ...faces);
    const flank = { by: TOKENS.bram, at: TOKENS.mog, weapon: weapons[1] };
    if (id !== "lancer") await shot("flanking", await strike(gm, flank)); // Lancer's flank is a clear view of the target
    if (savingThrow) {
      await nextDice(gm, 11);
      await shot("save", await savingThrow(gm));
    }
    await page.close();
  }
}

/** Attack by the game system's own way. Returns the message's id. */
const strike = (gm, what) =>
  gm.evaluate(async ({ by, at, weapon, ask = false }) => {
    const { systemOf } = await import("/tabletop/systems/index.mjs");
    const system = systemOf(game.system.id);
    const token = canvas.tokens.get(by);
    token.control();
    canvas.tokens.setTargets([at]);
    const item = system.weapons(token.document).find(({ name }) => name === weapon);
    return (await system.attack(tabletop.client, token.document, item, { ask })).id;
  }, what);

/** A goblin throws a grenade at the archer behind a hedge, who presses the button of its card. */
async function saveFromGrenade(gm) {
  await hedge(gm);
  await gm.evaluate(
    async ([saver, thrower]) => {
      const token = canvas.scene.tokens.get(thrower);
      await token.actor.items.find(({ name }) => name === "Frag Grenade").use({ token });
      canvas.tokens.get(saver).control({ releaseOthers: true });
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  const before = await gm.evaluate(() => game.messages.size);
  await gm.locator('[data-action="save"]').last().click();
  const ask = gm.locator(".application.dialog .dialog-button").last();
  await ask.click();
  await gm.waitForFunction((count) => game.messages.size > count, before);
  return gm.evaluate(() => game.messages.contents.at(-1).id);
}

/** The archer behind a hedge saves against a weapon's area fire. */
function saveFromFire(gm) {
  return gm.evaluate(
    async ([saver, shooter]) => {
      const actorOf = (id) => canvas.scene.tokens.get(id).actor;
      const origin = actorOf(shooter);
      const item = origin.items.find(({ name }) => name === "Shortbow");
      let id;
      const callback = (_roll, _outcome, made) => {
        id = made.id;
      };
      const extraRollOptions = ["area-effect"];
      await actorOf(saver).saves.reflex.roll({ origin, item, dc: 20, skipDialog: true, extraRollOptions, callback });
      return id;
    },
    [TOKENS.ilse, TOKENS.snag],
  );
}
