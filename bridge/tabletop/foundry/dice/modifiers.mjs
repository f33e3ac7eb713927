/**
 * The effects of modifiers on the results of a die or a pool (fvtt-types 13.346, `terms/die.d.mts`, has a line
 * and an example for each). A method gets the modifier as written (`r<3`) and changes `this.results`.
 */

const COMPARISON = /([<>=]+)?(\d+)?$/;

const compare = {
  "=": (value, target) => value === target,
  "<": (value, target) => value < target,
  "<=": (value, target) => value <= target,
  ">": (value, target) => value > target,
  ">=": (value, target) => value >= target,
};

export function compareResult(value, comparison, target) {
  return compare[comparison]?.(value, target) ?? false;
}

/** Return the comparison at a modifier's end; a number alone means `=`. */
function comparisonOf(modifier, otherwise) {
  const [, comparison, target] = COMPARISON.exec(modifier) ?? [];
  return { comparison: comparison ?? "=", target: target === undefined ? otherwise : Number(target) };
}

const active = (term) => term.results.filter((result) => result.active);

/** Keep or drop a number of the highest or lowest results. */
function keepOrDrop(term, { number, keep, highest }) {
  const results = active(term);
  // of equal results the first is kept, or dropped
  const sorted = [...results].sort((one, other) => (highest ? other.result - one.result : one.result - other.result));
  const chosen = new Set(sorted.slice(0, number));
  for (const result of results)
    if (chosen.has(result) !== keep) Object.assign(result, { active: false, discarded: true });
}

const whichOf = /^([kd])([hl]?)(\d+)?/i;

function keep(modifier) {
  const [, , which, number] = whichOf.exec(modifier) ?? [];
  keepOrDrop(this, { number: Number(number ?? 1), keep: true, highest: which?.toLowerCase() !== "l" });
}

function drop(modifier) {
  const [, , which, number] = whichOf.exec(modifier) ?? [];
  keepOrDrop(this, { number: Number(number ?? 1), keep: false, highest: which?.toLowerCase() === "h" });
}

function count(term, holds, outcome) {
  for (const result of active(term)) {
    result[outcome] = holds(result.result);
    result.count = result[outcome] ? 1 : 0;
  }
}

function countSuccess(modifier) {
  const { comparison, target } = comparisonOf(modifier, this.faces);
  count(this, (value) => compareResult(value, comparison, target), "success");
}

function countFailures(modifier) {
  const { comparison, target } = comparisonOf(modifier, 1);
  count(this, (value) => compareResult(value, comparison, target), "failure");
}

export const POOL_METHODS = { keep, drop, countSuccess, countFailures };

/** Reroll dice that meet the condition. In `r1=2` the number before the sign limits how often: once. */
async function rerollWhere(term, modifier, recursive) {
  const [, limit, comparison, target] = /^rr?(\d+)?(?:([<>=]+)(\d+)?)?/i.exec(modifier) ?? [];
  const condition = comparison ?? "=";
  const value = Number(target ?? (comparison ? 1 : (limit ?? 1)));
  let left = comparison && limit !== undefined ? Number(limit) : Number.POSITIVE_INFINITY;
  const checked = recursive ? Number.POSITIVE_INFINITY : term.results.length;
  for (let n = 0; n < term.results.length && n < checked && left > 0; n++) {
    const result = term.results[n];
    if (!result.active || !compareResult(result.result, condition, value)) continue;
    Object.assign(result, { rerolled: true, active: false });
    await term.roll();
    left--;
    if (term.results.length > 1000) throw new Error("Maximum recursion depth for exploding dice roll exceeded");
  }
}

/** Roll one more die for each result that meets the condition (default: the highest face). */
async function explodeWhere(term, modifier, recursive) {
  const [, limit, comparison, target] = /^xo?(\d+)?(?:([<>=]+)(\d+)?)?/i.exec(modifier) ?? [];
  const condition = comparison ?? "=";
  const value = Number(target ?? (comparison ? term.faces : (limit ?? term.faces)));
  let left = comparison && limit !== undefined ? Number(limit) : Number.POSITIVE_INFINITY;
  const checked = recursive ? Number.POSITIVE_INFINITY : term.results.length;
  for (let n = 0; n < term.results.length && n < checked && left > 0; n++) {
    const result = term.results[n];
    if (!result.active || !compareResult(result.result, condition, value)) continue;
    result.exploded = true;
    await term.roll();
    left--;
    if (term.results.length > 1000) throw new Error("Maximum recursion depth for exploding dice roll exceeded");
  }
}

export const DIE_METHODS = {
  ...POOL_METHODS,
  reroll(modifier) {
    return rerollWhere(this, modifier, false);
  },
  rerollRecursive(modifier) {
    return rerollWhere(this, modifier, true);
  },
  explode(modifier) {
    return explodeWhere(this, modifier, true);
  },
  explodeOnce(modifier) {
    return explodeWhere(this, modifier, false);
  },
  minimum(modifier) {
    const least = Number(/\d+/.exec(modifier)?.[0]);
    for (const result of this.results)
      if (result.result < least) Object.assign(result, { count: least, rerolled: true });
  },
  maximum(modifier) {
    const most = Number(/\d+/.exec(modifier)?.[0]);
    for (const result of this.results) if (result.result > most) Object.assign(result, { count: most, rerolled: true });
  },
  countEven() {
    count(this, (value) => value % 2 === 0, "success");
  },
  countOdd() {
    count(this, (value) => value % 2 === 1, "success");
  },
  /** Count each failure as -1. */
  deductFailures(modifier) {
    deduct(this, modifier, () => -1);
  },
  /** Count each failure as its negative value. */
  subtractFailures(modifier) {
    deduct(this, modifier, (value) => -value);
  },
  /** Return the margin of success: the total less a target (`ms>12`), or the target less the total (`ms<12`). */
  marginSuccess(modifier) {
    const { comparison, target } = comparisonOf(modifier);
    if (comparison.includes("<")) this.results.push({ result: target - 2 * this.total, active: true });
    else this.results.push({ result: -target, active: true });
  },
};

function deduct(term, modifier, worth) {
  const { comparison, target } = comparisonOf(modifier, 1);
  for (const result of active(term)) {
    const failed = compareResult(result.result, comparison, target);
    if (failed) Object.assign(result, { failure: true, count: worth(result.result) });
    else result.count ??= result.result;
  }
}

export const POOL_MODIFIERS = {
  ...{ k: "keep", kh: "keep", kl: "keep", d: "drop", dh: "drop", dl: "drop" },
  ...{ cs: "countSuccess", cf: "countFailures" },
};

export const DIE_MODIFIERS = {
  ...{ r: "reroll", rr: "rerollRecursive", x: "explode", xo: "explodeOnce" },
  ...POOL_MODIFIERS,
  ...{ min: "minimum", max: "maximum", even: "countEven", odd: "countOdd" },
  ...{ df: "deductFailures", sf: "subtractFailures", ms: "marginSuccess" },
};

/** Split modifiers such as `r1kh3`: each is some letters and the text up to the next letter. */
export const splitModifiers = (text) => text.match(/[a-z]+[^a-z\s()+\-*/]*/gi) ?? [];

/**
 * Return the modifiers of a term and the command for each; adjoining letters (`khcs`) may be several modifiers.
 * @param {string} modifier
 * @param {Record<string, string | Function>} known
 * @returns {[command: string, modifier: string][]}
 */
export function commandsOf(modifier, known) {
  const names = Object.keys(known).sort((one, other) => other.length - one.length);
  const letters = /^[a-z]+/i.exec(modifier)?.[0].toLowerCase() ?? "";
  if (letters in known) return [[letters, modifier]];
  const first = names.find((name) => letters.startsWith(name));
  if (!first) return [];
  return [[first, modifier.slice(0, first.length)], ...commandsOf(modifier.slice(first.length), known)];
}
