/**
 * Combats: the combatants, their order and the current turn. (Published types: Combat, Combatant; `combatTurnChange`
 * fires on every client once the change of turn is in the database.)
 */

export const combatClass = (Base, client) =>
  class extends Base {
    prepareData() {
      this.turns = (this.combatants?.contents ?? []).sort(
        (one, other) => (other.initiative ?? -Infinity) - (one.initiative ?? -Infinity) || (one.id < other.id ? -1 : 1),
      );
    }

    get started() {
      return this.turns.length > 0 && this.round > 0;
    }

    get combatant() {
      return this.turn === null ? null : this.turns[this.turn];
    }

    async startCombat() {
      return this.update({ round: 1, turn: 0 });
    }

    /** Begin the next turn; after the last turn, the next round. */
    async nextTurn() {
      const last = (this.turn ?? -1) + 1 >= this.turns.length;
      return this.update(last ? { round: this.round + 1, turn: 0 } : { turn: (this.turn ?? -1) + 1 });
    }

    async previousTurn() {
      if (this.turn) return this.update({ turn: this.turn - 1 });
      return this.update({ round: this.round - 1, turn: this.turns.length - 1 });
    }

    #state() {
      const { combatant } = this;
      return {
        round: this.round,
        turn: this.turn,
        combatantId: combatant?.id ?? null,
        tokenId: combatant?.tokenId ?? null,
      };
    }

    _take(change, options) {
      this.previous = this.#state();
      super._take(change, options);
      this.current = this.#state();
    }

    _onUpdate(change) {
      if ("round" in change || "turn" in change)
        client.Hooks.callAll("combatTurnChange", this, this.previous, this.current);
    }
  };

export const combatantClass = (Base, client) =>
  class extends Base {
    get token() {
      return client.scenes.get(this.sceneId)?.tokens.get(this.tokenId) ?? null;
    }

    get actor() {
      return this.token?.actor ?? null;
    }
  };
