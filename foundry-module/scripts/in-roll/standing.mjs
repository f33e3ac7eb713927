/**
 * The standing table: for the tokens in a combat, what each would have against each other, known before anybody asks.
 * Pure.
 */

export class StandingTable {
  /**
   * Return the answer to a query, if the table has it for the scene as it is now.
   * @param {Coign.InRollQuery} _query
   * @returns {{players: Coign.Annotation | null, gm: Coign.Annotation | null} | null} null: not yet
   */
  answer(_query) {
    return null;
  }
}
