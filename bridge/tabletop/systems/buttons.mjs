/**
 * The functions by which a system's sheets and macros roll, by the names that they have there: the press of a button that
 * anybody may call. The rolls themselves are those of the files beside this one.
 *
 * Sources: dnd5e `AttackActivity#rollAttack` (965ad2d); pf2e `CharacterStrike#variants` in `src/module/actor/data/base.ts`;
 * pf1 `ItemPF#use`; lancer `LancerItem#beginWeaponAttackFlow` (`item/lancer-item.ts`); draw-steel `AbilityModel#use`; shadowdark
 * `NpcSD#rollAttack` (cf357e3); swade `SwadeActor#rollSkill`. D35E's `Item#use` and sfrpg's `Item#rollAttack` are in their files.
 */

import { attackOf } from "./dnd5e.mjs";

const tokenOf = (actor) => actor.token ?? actor.getActiveTokens(true, true)[0] ?? null;

/** Put a function where a document's data is looked for, and not among what is saved or listed. */
const define = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true });

/** For each system, what it adds to the classes of items and actors. @type {Record<string, (made: Made) => void>} */
const ADDED = {
  dnd5e({ client, item }) {
    item((one) => {
      for (const activity of Object.values(one.system?.activities ?? {}))
        if (activity.type === "attack")
          define(activity, "rollAttack", (...given) => attackOf(client, one).rollAttack(...given));
    });
  },
  pf2e({ client, system, actor }) {
    actor((one) => {
      for (const strike of one.system?.actions ?? []) {
        const roll = ({ skipDialog = false } = {}) =>
          system.attack(client, tokenOf(one), strike.item, { ask: !skipDialog });
        define(strike, "variants", [{ label: strike.label, roll }]);
      }
    });
  },
  pf1({ client, system, item }) {
    item((one) =>
      define(one, "use", ({ skipDialog = false, token } = {}) =>
        system.attack(client, token ?? tokenOf(one.actor), one, { ask: !skipDialog }),
      ),
    );
  },
  lancer({ client, system, item }) {
    item((one) =>
      define(one, "beginWeaponAttackFlow", () => system.attack(client, tokenOf(one.actor), one, { ask: true })),
    );
  },
  "draw-steel"({ client, system, item }) {
    item((one) => {
      if (one.type !== "ability") return;
      one.system = new client.CONFIG.Item.dataModels.ability(one, client);
      define(one.system, "use", () => system.attack(client, tokenOf(one.actor), one, { ask: true }));
    });
  },
  shadowdark({ client, system, actor }) {
    actor((one) => {
      const found = (id) => one.items.find((item) => [item.id, item.uuid].includes(id));
      if (one.system)
        define(one.system, "rollAttack", (id, { skipPrompt = false } = {}) =>
          system.attack(client, tokenOf(one), found(id), { ask: !skipPrompt }),
        );
    });
  },
  swade({ client, system, actor }) {
    actor((one) =>
      define(one, "rollSkill", (id) => {
        const skill = one.items.get(id);
        const weapon = one.items.find(
          ({ type, system: its }) => type === "weapon" && its.actions?.trait === skill?.name,
        );
        return system.attack(client, tokenOf(one), weapon, { ask: true });
      }),
    );
  },
};
ADDED.sf2e = ADDED.pf2e;

/**
 * @typedef {object} Made
 * @property {object} client
 * @property {import("./index.mjs").StandInSystem} system
 * @property {(add: (document: object) => void) => void} item  adds to each item once it is prepared
 * @property {(add: (document: object) => void) => void} actor
 */

/**
 * Return a system whose documents have the functions of its sheets.
 * @param {import("./index.mjs").StandInSystem} system
 * @returns {import("./index.mjs").StandInSystem}
 */
export function withButtons(system) {
  const install = (client, window) => {
    system.install(client, window);
    const adding = (name) => (add) => {
      const { [name]: config } = client.CONFIG;
      config.documentClass = class extends config.documentClass {
        prepareData() {
          super.prepareData();
          add(this);
        }
      };
    };
    ADDED[system.id]?.({ client, system, item: adding("Item"), actor: adding("Actor") });
  };
  return { ...system, install };
}
