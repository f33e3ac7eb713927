/** What can become of a request that is not answered as asked. */

/** A request that got no answer: not connected, or the connection went first. */
export class Unanswered extends Error {
  name = "Unanswered";
}

/** The bridge's own "no": its sentence, with its code and detail. */
export class Refused extends Error {
  name = "Refused";

  /** @param {Coign.ErrorAnswer} answer */
  constructor({ code, message, detail = {} }) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}
