/** Rulesets as the engine reports them, with every kind of option, for tests of what is made of them. */

const rule = (id) => ({ id, modifier: id, title: id, text: `${id} says so`, replaces: [], interpretations: [] });
export const ruleset = (id, family, more = {}) => ({
  ...{ id, family, title: id, source: `Book of ${id}`, excludes: [], over: [], degrees: ["half"] },
  ...{ options: [], rules: [rule(`${id}-1`)], rolls: [], interpretations: [], shared: false, overriding: false },
  ...more,
});
const option = (name, more) => ({ name, title: name, help: "", labels: {}, values: [], group: "", ...more });
const choice = (name, count) => {
  const values = Array.from({ length: count }, (_, n) => `v${n}`);
  return option(name, {
    values,
    labels: Object.fromEntries(values.map((value) => [value, `is ${value}`])),
    default: "v1",
  });
};
const form = {
  worths: ["nothing", "number", "die", "advantage"],
  at: "above",
  words: ["attack", "size"],
  to: "attack",
};
export const OPTIONS = [
  option("reach", { default: 10, bounds: [0, 50] }),
  ...[
    choice("few", 2),
    choice("many", 9),
    option("height", { values: ["nothing"], default: "+1@10, +1d4@20 melee", form }),
  ],
];
export const KNOWN = [
  ruleset("fifth-edition-2014", "printed", { options: [option("strict", { default: false })] }),
  ruleset("fifth-edition-2024", "printed"),
  ruleset("coign", "vantage", {
    over: ["fifth-edition-2014"],
    options: OPTIONS,
  }),
  ruleset("facing", "vantage", { excludes: ["tactics"], interpretations: [{ mark: "a", text: "read so" }] }),
  ruleset("tactics", "vantage", { excludes: ["facing"], shared: true }),
  ruleset("mud", "other", { title: "Book of mud" }),
];
