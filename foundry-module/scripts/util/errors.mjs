/** The two kinds of failed request to the bridge, and the message that a user reads about a failure. */

/** The request got no answer: there was no connection, or it was lost first. */
export class Unanswered extends Error {
  name = "Unanswered";
}

/** The bridge refused the request: its message, with its code and detail. */
export class Refused extends Error {
  name = "Refused";

  /** @param {Coign.ErrorAnswer} answer */
  constructor({ code, message, detail = {} }) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/** Return the sentence of what was thrown. @param {unknown} problem */
export const whyOf = (problem) => (problem instanceof Error ? problem.message : String(problem));
