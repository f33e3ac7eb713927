/**
 * The API for macros and other modules: `game.modules.get("coign").api`. Everything else may change without notice.
 *
 * Hooks beside it: `coign.annotated` (message, annotation), `coign.overridden` (override, message).
 */

import { annotate } from "./attack/annotate.mjs";
import { previewRequest } from "./attack/likely-attack.mjs";
import { validOverrides } from "./overrides/overrides.mjs";
import { decide } from "./overrides/store.mjs";
import { oddsOf } from "./util/effect-text.mjs";
import { findToken, t } from "./util/foundry.mjs";
import { rulesetTitle } from "./util/texts.mjs";

/**
 * @typedef {() => Promise<import("./ledger/fight-report.mjs").Report>} FightReport
 * @typedef {"pairing" | "rules" | "test" | "inForce" | "things" | "fight"} WindowName
 *
 * @param {Coign.Context} coign
 * @param {{open: (name: WindowName) => unknown, heatMap: () => void, practise: () => Promise<unknown>, fightReport: FightReport}}
 *   shown what of Coign can be opened
 */
export const createApi = (coign, { open, heatMap, practise, fightReport }) =>
  Object.freeze({
    /**
     * Open a window of Coign's settings, on a game master's client.
     * @param {WindowName} name "pairing" is the status with doors to the others, "inForce" the overrides, "things" the tokens that are
     *   things, "fight" the report of the last fight
     * @throws {Error} the user is no game master; the message is a sentence for people
     */
    open: (name) => {
      if (!game.user?.isGM) throw new Error(t("COIGN.Errors.OnlyGM"));
      return open(name);
    },

    /**
     * Play the practice fight, on a game master's client, and offer its report as a file. It asks first.
     * @throws {Error} the user is no game master; the message is a sentence for people
     */
    practiceFight: async () => {
      if (!game.user?.isGM) throw new Error(t("COIGN.Errors.OnlyGM"));
      await practise();
    },

    /**
     * Return the report of the last fight in the chat, on a game master's client: `open("fight")` shows it.
     * @throws {Error} the user is no game master; the message is a sentence for people
     */
    fightReport: async () => {
      if (!game.user?.isGM) throw new Error(t("COIGN.Errors.OnlyGM"));
      return fightReport();
    },

    /** Show the heat map of the selected token against its target, or remove the one that is shown. */
    heatMap: () => heatMap(),

    /**
     * Return the result of a possible attack, or of another kind of roll. A player's client asks the GM's client, and
     * the answer contains only what a player may know.
     *
     * @param {Coign.EvaluateRequest} request `{scene, actor, targets}` are needed: ids of a scene and of tokens in it
     * @throws {Error} nobody can answer; the message is a sentence for people
     */
    evaluate: (request) => coign.evaluate(request),

    /**
     * Annotate the attack in a message again, by the present positions. Only on the GM's client that owns the connection.
     * @param {ChatMessage.Implementation} message
     */
    annotate: (message) => annotate(coign, message, { again: true }),

    /**
     * Set a GM's override of a modifier or a fact.
     * @param {Coign.Override} override
     * @param {string} scene a scene's id
     * @param {ChatMessage.Implementation} [message] needed for an override of scope "roll"
     * @throws {Error} it is malformed: nothing would obey it; the message is a sentence for people
     */
    override: async (override, scene, message) => {
      if (!validOverrides([override]).length) throw new Error(t("COIGN.Errors.Malformed"));
      return decide(coign, { remove: [], add: [override] }, message, scene);
    },

    /**
     * Remove an override.
     * @param {Coign.Override} override
     * @param {string} scene a scene's id
     * @param {ChatMessage.Implementation} [message] needed for an override of scope "roll"
     */
    removeOverride: (override, scene, message) => decide(coign, { remove: [override], add: [] }, message, scene),

    /**
     * Return the odds of a token's likely attack on another, as the map shows them: the chance to hit with its biggest
     * reasons for a GM, a word for a player. A player's client asks the GM's client, as by `evaluate`.
     *
     * @param {string} attacker a token's id
     * @param {string} target a token's id
     * @param {string} [scene] a scene's id; by default that of the viewed scene
     * @returns {Promise<ReturnType<typeof oddsOf> & {attack: Coign.Attack | null | undefined, result: Coign.Result}>} an empty `text`:
     *   the odds are not known
     * @throws {Error} nobody can answer, or there are no such tokens; the message is a sentence for people
     */
    odds: async (attacker, target, scene = canvas?.scene?.id ?? "") => {
      const [from, to] = [attacker, target].map((id) => findToken(scene, id));
      const request = from && to && previewRequest(coign, from, [to]);
      if (!request) throw new Error(t("COIGN.Errors.NoSuchThing"));
      const [result] = (await coign.evaluate({ ...request, figure: false })).results;
      return { attack: result.likely, result, ...oddsOf(result, t) };
    },

    /**
     * The rule systems that the engine has, by id, with their titles in this reader's language. Only on the GM's client
     * that owns the connection; elsewhere, and before it is made, there are none.
     */
    get rulesets() {
      const known = coign.engine.status.welcome?.rulesets ?? [];
      return known.map((ruleset) => ({ id: ruleset.id, title: rulesetTitle(ruleset, t) }));
    },

    /** The state of the connection: "connected", "reconnecting", "unpaired" ... */
    get state() {
      return coign.engine.status.state;
    },
  });
