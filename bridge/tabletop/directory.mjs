/**
 * The part of Foundry's sidebar that the table needs: the compendium packs to import, the actors to drag
 * onto a map that has none of its own, the combat tracker in one button, and the macros.
 */

import { make } from "./elements.mjs";

/**
 * Return the buttons of a game master, each group with its title; none for a player, and none in a world without packs.
 * @param {import("./foundry/client.mjs").Client} client
 * @returns {HTMLElement[][]}
 */
export function directory(client) {
  const { game, canvas } = client;
  const adventures = game.packs.filter(({ documentName }) => documentName === "Adventure");
  if (!client.user.isGM || !adventures.length) return [];
  const button = (text, act) => {
    const onclick = () => act().catch((error) => client.ui.notifications.error(error.message));
    return make("button", { type: "button", onclick }, text);
  };
  const row = (title, buttons) => (buttons.length ? [[make("h3", {}, client.t(title)), ...buttons]] : []);
  const imported = game.macros.size > 0;
  const packs = imported ? [] : adventures.map((pack) => button(pack.title, () => importAll(pack)));
  const empty = canvas.scene?.drawings.size > 0;
  const actors = empty ? game.actors.map((actor) => button(actor.name, () => place(canvas.scene, actor))) : [];
  const macros = game.macros.map((macro) => button(macro.name, () => macro.execute()));
  const [fight] = game.combats.contents;
  const combat = fight
    ? button(client.t("End the fight"), () => fight.delete())
    : button(client.t("Begin a fight"), () => beginFight(client));
  return [...row("Compendium", packs), ...row("Actors", actors), ...row("Combat", [combat]), ...row("Macros", macros)];
}

/** Import a pack's adventures, and show everybody the first scene. */
async function importAll(pack) {
  const [adventure] = await pack.getDocuments();
  const { created } = await adventure.import();
  await created.Scene[0].activate();
}

/** Begin a combat of all creatures on the map. At its end the module offers the fight's report. */
async function beginFight({ canvas: { scene }, classes }) {
  const [combat] = await classes.Combat.createDocuments([{ scene: scene.id }]);
  const fighters = scene.tokens.filter(({ hidden }) => !hidden);
  await combat.createEmbeddedDocuments(
    "Combatant",
    fighters.map(({ id }, n) => ({ tokenId: id, sceneId: scene.id, initiative: fighters.length - n })),
  );
  await combat.startCombat();
}

/** Put an actor onto the next of the squares that are marked on the map, or beside the last of them. */
async function place(scene, actor) {
  const marks = scene.drawings.filter(({ text, strokeWidth }) => text && strokeWidth);
  const before = scene.tokens.size;
  const mark = marks[Math.min(before, marks.length - 1)];
  const { name, prototypeToken, type, id } = actor;
  const beside = Math.max(0, before - marks.length + 1) * scene.grid.size;
  const side = before === 0 ? 1 : -1; // the first one is the attacker
  const token = { ...prototypeToken, name, actorId: id, actorLink: type === "character", disposition: side };
  await scene.createEmbeddedDocuments("Token", [{ ...token, x: mark.x + beside, y: mark.y, displayName: 50 }]);
}
