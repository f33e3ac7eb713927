/**
 * Pathfinder 1 (`pf1`): saving throws, from the button of a card to the message.
 *
 * Facts from the system's `module/documents/actor/actor-pf.mjs` and `module/dice/d20roll.mjs` (10.8). The button of a card
 * (`data-action="save"`) rolls the save of each controlled token, and awaits none. `rollSavingThrow` hands its options on,
 * with parts of its own; `pf1PreActorRollSave` may refuse; `d20Roll` is awaited. `dice` stands for the d20, and `bonus` is
 * added when the roll is evaluated. The dialog's fields `bonus` and `d20` replace both, unless they are empty. The message
 * names the save in `subject` (of its flags in 10, of its data in 11), and nothing of the card.
 */

const SAVES = { fort: "Fortitude", ref: "Reflex", will: "Will" };

/** Extend the class of actors with their saves. */
export const createActor = (client, Actor) =>
  class ActorPF extends Actor {
    static async _onChatCardButtonAction(event) {
      const { action, type } = event.currentTarget.dataset;
      if (action !== "save") return;
      let noSound = false;
      for (const { actor } of client.canvas.tokens.controlled) {
        actor?.rollSavingThrow(type, { event, noSound });
        noSound = true;
      }
    }

    async rollSavingThrow(save, options = {}) {
      const { base } = this.system.attributes.savingThrows[save];
      const token = options.token ?? this.token;
      const { ChatMessage } = client.classes;
      const rollOptions = {
        ...options,
        parts: base ? [`${base}[Base]`] : [],
        rollData: this.getRollData(),
        flavor: `${SAVES[save]} Saving Throw`,
        subject: { save },
        speaker: ChatMessage.getSpeaker({ actor: this, token }),
      };
      if (client.Hooks.call("pf1PreActorRollSave", this, rollOptions, save) === false) return;
      const result = await d20Roll(client, rollOptions);
      client.Hooks.callAll("pf1ActorRollSave", this, result, save);
      return result;
    }
  };

/** Extend the class of d20 rolls with their dialog and their bonus. */
export const createD20Roll = (client, Roll) =>
  class D20RollPF extends Roll {
    async promptDialog({ title, subject, speaker }) {
      const { bonus = "", staticRoll = null } = this.options;
      const [die] = this.terms;
      const d20 = die.formula === "1d20" ? "" : die.formula;
      return new Promise((resolve) => {
        new client.window.Dialog(
          {
            title,
            content: `<form><label>Base dice <input type="text" name="d20" value="${d20}"></label><label>Situational bonus
              <input type="text" name="bonus" value="${bonus}"></label></form>`,
            buttons: {
              normal: { label: "Normal", callback: (html) => resolve(this._onDialogSubmit(html, staticRoll)) },
            },
            default: "normal",
            close: () => resolve(null),
          },
          { classes: ["pf1", "roll-prompt"], jQuery: false, subject, speaker, roll: this },
        ).render(true);
      });
    }

    _onDialogSubmit(html) {
      const fieldOf = (name) => (html[0] ?? html).querySelector(`[name="${name}"]`).value;
      if (fieldOf("bonus")) this.options.bonus = fieldOf("bonus");
      if (fieldOf("d20")) this.terms = [...this.constructor.parse(fieldOf("d20")), ...this.terms.slice(1)];
      this.resetFormula();
      return this;
    }

    async evaluate(options) {
      const { bonus } = this.options;
      if (bonus) this.terms.push(...this.constructor.parse(`0 + ${bonus}`, this.data).slice(1));
      this.resetFormula();
      return super.evaluate(options);
    }
  };

async function d20Roll(
  client,
  { skipDialog = false, parts, dice = "1d20", rollData, flavor, subject, bonus, speaker },
) {
  const formula = [dice, ...parts].join("+");
  const roll = new client.CONFIG.Dice.D20RollPF(formula, rollData, { flavor, bonus });
  if (!skipDialog && (await roll.promptDialog({ title: flavor, subject, speaker })) === null) return;
  await roll.evaluate();
  const { ChatMessage } = client.classes;
  return ChatMessage.create({ speaker, flavor, rolls: [roll], flags: { pf1: { subject } } });
}
