/** Faults of a case, its link or the engine, each in a sentence for the reader. Pure. */

export const SENTENCES = {
  link: "This link is cut or wrong: no case can be read from it. Ask for it again, or draw the case here.",
  "link-large": "This link holds more than the bench opens. Ask for the scene as a file, and choose it here.",
  json: "“{field}” is no valid JSON.",
  case: "The case is not written as the bench writes it: {path}.",
  "map-rows": "A map has an odd number of rows, with borders around the spaces; this one has {rows}.",
  "map-uneven": "The rows of a map are equally long; those of this one are not.",
  "map-large": "A map has at most {most} spaces each way.",
  "map-space": "“{sign}” in row {row}, column {column} means nothing on a space.",
  "map-border": "“{sign}” in row {row}, column {column} means nothing on a border.",
  beside: "What stands under “Heights, conditions, light” cannot be used.",
  scene: "This is no scene that Foundry has exported. In Foundry, right-click the scene and choose Export Data.",
  "file-large": "This file is larger than {most} MB, and is not opened.",
  "unknown-token": "The scene has no creature “{token}”. Choose the attacker and the target again.",
  "unknown-ruleset": "Coign has no rule system “{ruleset}”. Choose one from the list.",
  "bad-option": "An option is none of these rules', or the rules do not combine. Choose the rules again.",
  request: "The request cannot be used. Look at the attack, and at “More of the request”.",
  "too-large": "The scene is larger than Coign computes.",
  "too-long": "Coign was stopped after {seconds} seconds on this case. Draw a smaller scene, or take some walls away.",
  start: "Coign could not be loaded. Reload the page; if it fails again, the browser is too old or a file is missing.",
  engine: "Coign failed on this case: that is a fault of ours. Please send us the link.",
};

/** Something that keeps a case from being judged: its kind, and what its sentence names. */
export class Wrong extends Error {
  /**
   * @param {keyof typeof SENTENCES} kind
   * @param {Record<string, unknown>} [about]
   * @param {unknown} [cause] for the console
   */
  constructor(kind, about = {}, cause = undefined) {
    super(kind, { cause });
    this.about = about;
  }
}

/**
 * Return the sentence about a problem, in the reader's language. What is not known is a fault of ours.
 * @param {unknown} problem
 * @param {(text: string) => string} say
 */
export function sentenceOf(problem, say) {
  const { message: kind, about } = problem instanceof Wrong ? problem : { message: "engine", about: {} };
  const sentence = say(SENTENCES[kind] ?? SENTENCES.engine);
  return sentence.replace(/{(\w+)}/g, (_whole, name) => String(about[name] ?? "?").slice(0, 60));
}
