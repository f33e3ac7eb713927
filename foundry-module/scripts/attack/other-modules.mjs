/** The modifiers that other modules of Foundry add to a roll, or switch off, before it is judged. */

import { validOverrides } from "../overrides/overrides.mjs";

/**
 * Call the hook `coign.beforeJudgement`, and return the answers of other modules as overrides. They have the widest scope, so
 * each decision of a GM goes before them. What is malformed is left out: it would cost the whole answer.
 * @param {Coign.EvaluateRequest} request
 */
export function saidByModules({ scene, actor, targets, occasion, attack }) {
  /** @type {Coign.Override[]} */
  const said = [];
  const asked = { scene, actor, targets: [...(targets ?? [])], occasion, attack: { ...attack } };
  Hooks.callAll("coign.beforeJudgement", {
    ...asked,
    add: ({ id, name, reason, effect, target = null, public: isPublic = false }) =>
      said.push({
        scope: "world",
        modifier: id,
        name,
        why: reason,
        effect,
        actor,
        target,
        public: isPublic,
        state: "on",
      }),
    remove: ({ id, reason, target = null, public: isPublic = false }) =>
      said.push({ scope: "world", modifier: id, why: reason, actor, target, public: isPublic, state: "off" }),
  });
  return said.filter((one) => validOverrides([one]).length);
}
