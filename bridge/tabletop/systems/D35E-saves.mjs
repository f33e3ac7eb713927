/**
 * D&D 3.5 (`D35E`): saving throws, from the sheet to the message.
 *
 * Facts from greylore-d20/D35E 2.4: `module/actor/entity.js` (`rollSavingThrow`) and `module/chat.js` (a66474b,
 * `createCustomChatMessage`). A `Dialog` comes before each save. Its button's callback rolls the d20 with what the form's
 * `st-bonus` holds then; every bonus is a bare number of the formula. The message has no `rolls`: the roll is saved with
 * the data of its card, in `flags.D35E.chatTemplateData.roll`, beside its total and the DC, if one was given. Nothing says
 * what the save is against. A GM's save is whispered unless the dialog says otherwise; here all see it.
 */

const CARD = "systems/D35E/templates/chat/saving-throw.html";
const SAVES = { fort: "Fortitude", ref: "Reflex", will: "Will" };

/** Extend the class of actors with their saves. */
export const createActor = (client, Actor) =>
  class ActorPF extends Actor {
    /** @param {"fort" | "ref" | "will"} save  @param {string | null} _ability  @param {number} [target]  the DC */
    async rollSavingThrow(save, _ability = null, target = undefined, { speaker } = {}) {
      let rolling = null;
      await new Promise((resolve) => {
        new client.window.Dialog(
          {
            title: `Saving Throw - ${this.name}`,
            content: `<form><label>Situational bonus <input type="text" name="st-bonus" value=""></label></form>`,
            buttons: {
              normal: {
                label: "Roll",
                callback: (html) => {
                  const bonus = (html[0] ?? html).querySelector('[name="st-bonus"]').value;
                  rolling = rollSave(client, { actor: this, save, bonus, target, speaker });
                },
              },
            },
            default: "normal",
            close: resolve,
          },
          { classes: ["custom-dialog", "wide"] },
        ).render(true);
      });
      return rolling ?? undefined;
    }
  };

async function rollSave(client, { actor, save, bonus, target, speaker }) {
  const { total } = actor.system.attributes.savingThrows[save];
  const formula = ["1d20", `${total}`, bonus].filter(Boolean).join(" + ");
  const roll = await new client.CONFIG.Dice.Roll35e(formula).evaluate();
  const { id, name } = actor;
  const chatTemplateData = {
    name,
    actor: { _id: id, name, img: "" },
    saveTypeName: SAVES[save],
    roll: roll.toJSON(),
    total: roll.total,
    result: roll.result,
    target,
    success: target && roll.total >= target,
  };
  const { ChatMessage } = client.classes;
  await ChatMessage.create({
    speaker: speaker ?? ChatMessage.getSpeaker({ actor }),
    content: `<div class="D35E chat-card"><h3>${SAVES[save]}</h3><h4 class="dice-total">${roll.total}</h4></div>`,
    flags: {
      core: { canPopout: true },
      D35E: { noRollRender: true, template: CARD, chatTemplateData, revealed: false },
    },
  });
  return roll;
}
