/** The words for the state of the connection: by where Coign computes, and how far its start has come. */

import { t } from "../util/foundry.mjs";

/**
 * Return the state's name in the language files.
 * @param {Coign.Context} coign
 */
export function stateKey({ bridge, meanwhile, rulesProblem }) {
  const { state, place, progress } = bridge.status;
  if (state === "starting" && progress?.stage === "loading") return "loading";
  if (state !== "connected") return state;
  if (rulesProblem) return "no-rules";
  if (place !== "page") return state;
  return meanwhile.running ? "meanwhile" : "here";
}

/**
 * Return the state in a few words: "Getting ready, 4 of 11 MB".
 * @param {Coign.Context} coign
 */
export function stateText(coign) {
  const { loaded = 0, total = 0 } = coign.bridge.status.progress ?? {};
  return t(`COIGN.Status.${stateKey(coign)}`, { loaded: megabytes(loaded), total: megabytes(total) });
}

/**
 * Return what the state means, and what to do about it.
 * @param {Coign.Context} coign
 */
export function stateHelp(coign) {
  const key = stateKey(coign);
  return key === "no-rules" ? coign.rulesProblem : t(`COIGN.Help.${key}`);
}

/** @param {number} bytes */
const megabytes = (bytes) => String(Math.round(bytes / 1e6));
