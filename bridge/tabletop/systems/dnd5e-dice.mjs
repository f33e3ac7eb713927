/**
 * The dice of the fifth edition's game system: a die that can have advantage, and the d20 of a check.
 *
 * Source: dnd5e 5.3.3, `module/dice/basic-die.mjs` and `module/dice/d20-die.mjs`. Advantage is a modifier of the die,
 * `1d20adv`: before it is rolled it becomes two dice, of which the better counts. (Up to version 4 it is `2d20kh`.)
 */

/** @param {typeof import("../foundry/dice/dice-terms.mjs").Die} Die  The core's. */
export function createDnd5eDice(Die) {
  class BasicDie extends Die {
    static MODIFIERS = { ...super.MODIFIERS, adv: "advantage", dis: "advantage" };

    /** Roll once more for each set that advantage asks for, then keep the set with the best or the worst total. */
    async _evaluateAsync(options) {
      this.expandAdvantage();
      return super._evaluateAsync(options);
    }

    expandAdvantage() {
      const [, kind, sets = ""] = this.modifiers.join(" ").match(/\b(adv|dis)(\d*)/i) ?? [];
      if (!kind || this.options.pending?.advantage || typeof this.number !== "number") return;
      const expansion = { adv: kind.toLowerCase() === "adv", count: Number(sets || 1), size: this.number };
      this.options.pending = { ...this.options.pending, advantage: expansion };
      this.number = (expansion.count + 1) * expansion.size;
    }

    /** Advantage comes first: the other modifiers act on the dice that are kept. */
    async _evaluateModifiers() {
      const first = (modifier) => /^(adv|dis)\d*$/i.test(modifier);
      this.modifiers = [...this.modifiers.filter(first), ...this.modifiers.filter((modifier) => !first(modifier))];
      await super._evaluateModifiers();
    }

    async advantage() {
      const { count, adv, size } = this.options.pending?.advantage ?? {};
      if (!size) return;
      const sets = Array.from({ length: count + 1 }, (_set, n) => this.results.slice(n * size, (n + 1) * size));
      const totals = sets.map((set) => set.reduce((sum, { result }) => sum + result, 0));
      const kept = totals.indexOf(Math[adv ? "max" : "min"](...totals));
      for (const [n, set] of sets.entries())
        if (n !== kept) for (const result of set) Object.assign(result, { discarded: true, active: false });
      delete this.options.pending.advantage;
    }
  }

  class D20Die extends BasicDie {
    static CRITICAL_SUCCESS_TOTAL = 20;
    static CRITICAL_FAILURE_TOTAL = 1;

    constructor({ number = 1, faces = 20, ...rest } = {}) {
      super({ number, faces, ...rest });
    }

    get isValid() {
      return this.faces === 20;
    }

    get isCriticalSuccess() {
      return this.isValid && this._evaluated ? this.total >= this.options.criticalSuccess : undefined;
    }

    get isCriticalFailure() {
      return this.isValid && this._evaluated ? this.total <= this.options.criticalFailure : undefined;
    }

    /** @param {number} mode  1 advantage, -1 disadvantage, 0 neither */
    applyAdvantage(mode) {
      this.options.advantageMode = mode;
      this.modifiers = this.modifiers.filter((modifier) => !/^(adv|dis|kh$|kl$)/.test(modifier));
      this.number = 1;
      if (mode) this.modifiers.push(mode > 0 ? `adv${this.options.elvenAccuracy ? 2 : ""}` : "dis");
    }

    applyFlag(flag, enabled) {
      this.options[flag] = enabled;
      if (flag !== "halflingLucky") return;
      this.modifiers = this.modifiers.filter((modifier) => modifier !== "r1=1");
      if (enabled) this.modifiers.push("r1=1");
    }

    applyRange(values) {
      for (const [name, value] of Object.entries(values)) {
        const [letters, limit] = [name.slice(0, 3), Number.isFinite(value) ? value : undefined];
        this.options[name] = limit;
        this.modifiers = this.modifiers.filter((modifier) => !modifier.startsWith(letters));
        if (limit) this.modifiers.push(`${letters}${limit}`);
      }
    }
  }

  return { BasicDie, D20Die };
}
