import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BEHAVIORS, registerRegionBehaviors } from "../../../foundry-module/scripts/config/region-behaviors.mjs";
import { nameOf, WITHOUT } from "../../../foundry-module/scripts/config/token-config.mjs";
import { WALL_COVER } from "../../../foundry-module/scripts/util/wire.mjs";

const language = (name) =>
  JSON.parse(readFileSync(new URL(`../../../foundry-module/lang/${name}.map.json`, import.meta.url), "utf8"));

const keys = (tree, path = "") =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [`${path}${key}`] : keys(value, `${path}${key}.`),
  );

test("both languages have the same texts", () => {
  assert.deepEqual(keys(language("de")), keys(language("en")));
});

test("every behaviour, degree and choice has its texts, and the manifest names the behaviours", () => {
  const words = new Set(keys(language("en")));
  for (const [name, { fields }] of Object.entries(BEHAVIORS)) {
    assert.ok(words.has(`TYPES.RegionBehavior.coign.${name}`), name);
    for (const [field, what] of Object.entries(fields)) {
      assert.ok(words.has(`COIGN.Region.${name}.FIELDS.${field}.label`), field);
      for (const choice of what.choices ?? [])
        assert.ok(words.has(`COIGN.Region.${name}.CHOICES.${field}.${choice}`), choice);
    }
  }
  for (const degree of ["measured", ...WALL_COVER]) assert.ok(words.has(`COIGN.Wall.Cover.${degree}`), degree);
  for (const value of [null, [], ["flanking", "sneak-attack"]])
    assert.ok(words.has(`COIGN.Token.immune.${nameOf(value)}`));
  for (const value of WITHOUT) assert.ok(words.has(`COIGN.Token.without.${nameOf(value)}`));
  const manifest = JSON.parse(readFileSync(new URL("../../../foundry-module/module.json", import.meta.url), "utf8"));
  assert.deepEqual(Object.keys(manifest.documentTypes.RegionBehavior), Object.keys(BEHAVIORS));
});

test("a behaviour has a field for each value: a number is never empty, and each begins as described", (context) => {
  class Field {
    constructor(options) {
      Object.assign(this, { kind: this.constructor.name }, options);
    }
  }
  const fields = { BooleanField: class Switch extends Field {}, NumberField: class Amount extends Field {} };
  const before = globalThis.foundry;
  context.after(() => Object.assign(globalThis, { foundry: before, CONFIG: undefined }));
  globalThis.foundry = {
    data: {
      fields: { ...fields, StringField: class Text extends Field {} },
      regionBehaviors: { RegionBehaviorType: class {} },
    },
  };
  globalThis.CONFIG = { RegionBehavior: { dataModels: {}, typeIcons: {} } };
  registerRegionBehaviors();
  const schemas = Object.entries(CONFIG.RegionBehavior.dataModels).map(([type, model]) => [type, model.defineSchema()]);
  assert.deepEqual(
    schemas.map(([type]) => type),
    Object.keys(BEHAVIORS).map((name) => `coign.${name}`),
  );
  for (const [type, schema] of schemas)
    for (const [name, field] of Object.entries(schema)) {
      const described = BEHAVIORS[type.slice("coign.".length)].fields[name];
      assert.equal(field.initial, described.initial, name);
      if (field.kind === "Amount") assert.equal(field.nullable, false, name);
      if (described.choices) assert.deepEqual(Object.keys(field.choices), described.choices);
    }
});
