/**
 * A text over the printed game that it supplements: chosen in one click, and the cards of attacks on which the printing has
 * the say. `COIGN_PICTURES` names a folder for a picture of each card.
 */

import assert from "node:assert/strict";
import { strike, synced } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { becomes, cardOf, reads, SOON, TOKENS } from "./table.mjs";

const { ilse, bram, snag, grik } = TOKENS;
const NIGHT = { darknessLevel: 1, globalLight: { enabled: false } };

/** Each fight: the squares of the creatures in the gallery, the attacker, and the words of the card. */
const FIGHTS = {
  "prone target with a glaive": {
    at: { bram: [4, 2], snag: [6, 2] },
    by: bram,
    weapon: "Glaive",
    status: "prone",
    says: { en: /Prone Target.*more than 5 ft/s, de: /Liegendes Ziel/ },
  },
  "shot beside an enemy": {
    at: { ilse: [4, 2], snag: [10, 2], grik: [4, 3] },
    says: { en: /Ranged Attacks in Close Combat.*Grik is next to you/s, de: /Fernkampf.*Grik/s },
  },
  "long range": {
    at: { ilse: [1, 2], snag: [19, 2] },
    says: { en: /Long Range.*90 ft away, normal range 80 ft/s, de: /Reichweite/ },
  },
  "prone target thirty feet away": {
    at: { ilse: [4, 2], snag: [10, 2] },
    status: "prone",
    says: { en: /Prone Target.*more than 5 ft/s, de: /Liegendes Ziel/ },
  },
  "downed target thirty feet away": {
    at: { ilse: [4, 2], snag: [10, 2] },
    status: "unconscious",
    label: { en: /No advantage|normal|cancel/i, de: /hebt|heben|normal/i },
    says: { en: /nconscious/, de: /ewusstlos/ },
  },
  "darkness between": {
    at: { ilse: [2, 2], grik: [16, 2] }, // 70 ft: beyond the darkvision of a goblin
    foe: grik,
    night: true,
    says: { en: /Unseen Attacker.*cannot see you/s, de: /Ungesehen/ },
  },
  flanking: {
    at: { bram: [4, 2], snag: [5, 2], ilse: [6, 2] },
    by: bram,
    weapon: "Longsword",
    label: { en: /Partial advantage/, de: /Teilweiser Vorteil/ },
    says: { en: /Flanking/, de: /Zange|flank/i },
  },
};

/** Let the game master look at an empty gallery with these creatures; give the attacker a glaive if it needs one. */
async function gallery(gm, { at, by = ilse, weapon, status, night, foe = snag }) {
  await gm.evaluate(
    async ([places, tokens, attacker, arms, prone, environment, target, dark]) => {
      const from = game.scenes.contents[0];
      const stand = ([name, [x, y]]) => {
        const token = from.tokens.get(tokens[name]).toObject();
        return { ...token, x: 100 * x, y: 100 * y, elevation: 0 };
      };
      const lamp = { x: 1650, y: 250, config: { bright: 15, dim: 20 } };
      const [scene] = await Scene.createDocuments([
        {
          ...{ name: "Gallery", width: 2400, height: 600, padding: 0, environment },
          grid: { type: 1, size: 100, distance: 5, units: "ft" },
          tokens: Object.entries(places).map(stand),
          lights: dark ? [lamp] : [],
        },
      ]);
      await tabletop.client.view(scene);
      const { actor } = scene.tokens.get(attacker);
      if (arms === "Glaive" && !actor.items.some(({ name }) => name === arms)) {
        const sword = actor.items.get("itemSword0000000").toObject();
        delete sword._id;
        sword.system.properties = ["rch", "hvy", "two"];
        sword.system.range = { ...sword.system.range, reach: 10 };
        await actor.createEmbeddedDocuments("Item", [{ ...sword, name: arms }]);
      }
      if (prone) await scene.tokens.get(target).actor.toggleStatusEffect(prone, { active: true });
    },
    [at, TOKENS, by, weapon, status, night ? NIGHT : {}, foe, Boolean(night)],
  );
}

for (const language of ["en", "de"]) {
  const query = `system=dnd5e&lang=${language}`;
  atTable(`one click brings the text and keeps the printing: ${language}`, { query }, async ({ gm }) => {
    await gm.evaluate(() => game.settings.set("coign", "rulesets", []));
    await gm.evaluate(() => game.modules.get("coign").api.open("rules"));
    const inRules = (selector) => gm.locator(`#coign-rules ${selector}`);
    await inRules('[data-ruleset="partial-advantage"][type="checkbox"]').click(SOON);
    await gm.waitForFunction(
      () => game.settings.get("coign", "rulesets").join() === "partial-advantage,fifth-edition-2024",
      null,
      SOON,
    );
    const told = inRules(".coign-layering");
    await reads(told, language === "en" ? /lies over “Fifth Edition \(2024\)”/ : /Liegt über „/);
    await reads(told, /\(H2\).*\(H3\)/s);
    const rulesetsOf = (fields) => [...new Set(fields.map(({ dataset }) => dataset.ruleset))];
    const offered = () => inRules('[data-option="cover-reading"]').evaluateAll(rulesetsOf);
    await becomes(offered, ["fifth-edition-2024"], "what both decide is asked once");
    await picture(inRules(".coign-panel"), `rules window ${language}`);
    await gm.evaluate(() => foundry.applications.instances.get("coign-rules").close());
    for (const [name, fight] of Object.entries(FIGHTS)) {
      await gallery(gm, fight);
      const { by = ilse, foe = snag, weapon = "Shortbow", says, label } = fight;
      const message = await strike(gm, { by, at: foe, weapon });
      const card = cardOf(gm, message);
      await reads(card, says[language], name);
      if (label) await reads(card, label[language], name);
      await picture(card, `${name} ${language}`);
    }
  });
}

atTable(
  "a hidden attacker is offered as one who hides, to the game master alone",
  { query: "system=dnd5e" },
  async (table) => {
    const { gm, player } = table;
    await gm.evaluate(() => game.settings.set("coign", "rulesets", ["partial-advantage", "fifth-edition-2024"]));
    await gallery(gm, { at: { bram: [2, 2], snag: [10, 2] }, by: snag });
    await gm.evaluate((id) => canvas.scene.tokens.get(id).update({ hidden: true }), snag);
    const message = await strike(gm, { by: snag, at: bram, weapon: "Shortbow" });
    const offer = gm.locator(`[data-message-id="${message}"] [data-coign="hiding"]`);
    await offer.waitFor(SOON);
    await picture(gm.locator(`[data-message-id="${message}"] .coign-nothing`), "offer of hiding");
    await offer.click();
    const card = cardOf(gm, message);
    await reads(card, /Unseen Attacker.*advantage.*attacks from hiding/s);
    await picture(card, "attacked from hiding");
    await synced(gm, player);
    assert.equal(await cardOf(player, message).count(), 0, "a player is told nothing of a hidden token");
  },
);

/** Take a picture of an element, if a folder for pictures is named. */
async function picture(element, name) {
  const folder = process.env.COIGN_PICTURES;
  if (folder) await element.screenshot({ path: `${folder}/${name.replaceAll(" ", "-")}.png` });
}
