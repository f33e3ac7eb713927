/**
 * Lancer (`lancer`): the flow of an attack, from the button to the chat card.
 *
 * Facts from Eranziel/foundryvtt-lancer 3.1.3 (13ffe79): `src/module/flows/flow.ts`, `flows/attack.ts`, `flows/_render.ts`,
 * `apps/acc_diff/data.svelte.ts`. A flow fetches its steps by name from the map `game.lancer.flowSteps` and awaits each;
 * one that returns false ends it. `showAttackHUD` shows a window with the accuracy and difficulty against each target, whose
 * `cover` is 0, 1 (soft) or 2 (hard); its buttons change them. Seeking, tech and melee attacks that are not thrown leave
 * cover out. `rollAttacks` rolls for each target: accuracy less difficulty is so many d6, of which the highest counts, or
 * is taken away. The message has all rolls, and in its flags the uuids of attacker, weapon and targets with total, hit and
 * critical; its speaker names no scene.
 */

import { escapeHTML } from "../foundry/utils.mjs";
import { rollDamage } from "./damage.mjs";

const STEPS = ["initAttackData", "setAttackTargets", "showAttackHUD", "rollAttacks", "printAttackCard"];
const COVER = ["No cover", "Soft cover", "Hard cover"];

function install(client) {
  client.game.lancer = { flowSteps: new Map(Object.entries(stepsOf(client))) };
}

/** Begin the flow of a weapon; the state that its steps leave, or null. */
async function begin(client, state) {
  for (const name of STEPS) if (!(await client.game.lancer.flowSteps.get(name)(state))) return null;
  return state;
}

const stepsOf = (client) => ({
  initAttackData: async (state) => {
    const { system } = state.item;
    const weapon = {
      melee: system.weapon_type === "Melee",
      seeking: system.tags.some(({ lid }) => lid === "tg_seeking"),
    };
    const targets = [...client.user.targets].map(({ document }) => ({ targetUuid: document.uuid, cover: 0 }));
    Object.assign(state.data, { title: state.item.name, grit: system.attack_bonus[0], acc_diff: { weapon, targets } });
    return true;
  },
  setAttackTargets: async () => true,
  showAttackHUD: (state) => (state.ask ? hud(client, state.data.acc_diff) : Promise.resolve(true)),
  rollAttacks: async ({ data, item }) => {
    const aimed = data.acc_diff.targets.length ? data.acc_diff.targets : [{ targetUuid: null, cover: 0 }];
    data.attack_results = [];
    data.hit_results = [];
    for (const { targetUuid, cover } of aimed) {
      const roll = await new client.CONFIG.Dice.rolls[0](formulaOf(data, cover)).evaluate();
      data.attack_results.push(roll);
      const actor = targetUuid && client.fromUuidSync(targetUuid).actor;
      if (!actor) continue;
      const { evasion = 5, edef = 8 } = actor.system;
      const hit = roll.total >= (item.system.tags.some(({ lid }) => lid === "tg_smart") ? edef : evasion);
      data.hit_results.push({
        uuid: targetUuid,
        total: String(roll.total).padStart(2, "0"),
        hit,
        crit: roll.total >= 20,
      });
    }
    return true;
  },
  printAttackCard: async (state) => {
    const { actor, item, token, data, whisper, blind } = state;
    const attackData = {
      origin: actor.id,
      attackerUuid: actor.uuid,
      attackerItemUuid: item.uuid,
      targets: data.hit_results.map((one) => ({ id: one.uuid.split(".").at(-1), ...one })),
    };
    state.message = await client.classes.ChatMessage.create({
      speaker: { actor: actor.id, token: actor.token ? token.id : null, alias: token.name },
      content: cardOf(client, item, data),
      rolls: data.attack_results,
      whisper,
      blind,
      flags: { lancer: { attackData } },
    });
    return true;
  },
});

/** The formula against one target: difficulty is d6s of which the highest is taken away. */
function formulaOf({ grit, acc_diff: { weapon } }, cover) {
  const difficulty = weapon.seeking || weapon.melee ? 0 : cover;
  const dice = difficulty === 0 ? "" : ` - ${difficulty === 1 ? "1d6" : `${difficulty}d6kh1`}`;
  return `1d20 + ${grit}${dice}`;
}

/** The window: for each target its cover, which the user may change. */
function hud(client, { targets }) {
  const rows = targets.map(({ targetUuid, cover }, n) => {
    const options = COVER.map((word, value) => `<option value="${value}"${value === cover ? " selected" : ""}>${word}`);
    const name = escapeHTML(client.fromUuidSync(targetUuid)?.name ?? "");
    return `<label class="lancer-target">${name} <select name="cover-${n}">${options.join("")}</select></label>`;
  });
  return new Promise((resolve) => {
    const pressed = (html) => {
      const form = (html[0] ?? html).querySelector("form");
      for (const [n, target] of targets.entries())
        target.cover = Number(form.querySelector(`[name="cover-${n}"]`).value);
      resolve(true);
    };
    new client.window.Dialog({
      title: "Attack",
      content: `<form id="accdiff">${rows.join("")}</form>`,
      buttons: { normal: { label: "Confirm", callback: pressed } },
      default: "normal",
      close: () => resolve(false),
    }).render(true);
  });
}

function cardOf(client, item, { attack_results: rolls, hit_results: hits }) {
  const words = hits.map(({ uuid, hit, crit, total }) => {
    const verdict = crit && hit ? "CRIT" : hit ? "HIT" : "MISS";
    return `<div class="lancer-hit">${escapeHTML(client.fromUuidSync(uuid).name)}: ${total} ${verdict}</div>`;
  });
  const drawn = rolls.map(
    ({ formula, total }) => `<div class="dice-roll"><div class="dice-result"><div
    class="dice-formula">${formula}</div><h4 class="dice-total">${total}</h4></div></div>`,
  );
  return `<div class="card clipped-bot" data-uuid="${item.uuid}"><div class="lancer-header lancer-weapon"><span>${escapeHTML(item.name)}</span></div>${drawn.join("")}${words.join("")}</div>`;
}

const weapons = (token) => token?.actor?.items.filter(({ type }) => type === "npc_feature") ?? [];

const harm = ({ system }) => system.damage;

function line({ system }) {
  const ranges = system.range.map(({ type, val }) => `${type} ${val}`).join(", ");
  return `+${system.attack_bonus[0]} to hit, ${ranges}`;
}

async function attack(client, token, item, { ask = false, whisper = [], blind = false } = {}) {
  const state = await begin(client, { actor: token.actor, item, token, data: {}, ask, whisper, blind });
  return state?.message ?? null;
}

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.rolls[0], { token, formula: harm(item), flavor: `${item.name} - Damage` });

export const lancer = {
  id: "lancer",
  title: "Lancer",
  versions: { 13: "3.1.3", 14: "3.1.3" },
  rules: "lancer",
  actors: "systems/lancer-actors.json",
  modes: [["normal", "Normal"]],
  install,
  weapons,
  line,
  harm,
  attack,
  damage,
};
