import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageRecords } from "../../../foundry-module/scripts/attack/message-records.mjs";

const roll = (key) => ({ key, attack: key, revision: 1, annotations: [], overrides: [] });

test("the annotations of the last 500 messages are kept; a repeated one counts as new", () => {
  const records = new MessageRecords();
  for (let n = 0; n < 500; n++) records.setAnnotated(`m${n}`, roll(`k${n}`));
  records.setAnnotated("m0", roll("again"));
  records.setAnnotated("m500", roll("k500"));
  assert.equal(records.annotated("m0").key, "again");
  assert.equal(records.annotated("m1"), undefined);
  assert.equal(records.annotated("m2").key, "k2");
});

test("hidden data is completed part by part", () => {
  const records = new MessageRecords();
  assert.deepEqual(records.hiddenIn("m"), { targets: [], only: false, overrides: [] });
  records.hide("m", { targets: ["spy"] });
  records.hide("m", { overrides: [{ state: "off" }] });
  assert.deepEqual(records.hiddenIn("m"), { targets: ["spy"], only: false, overrides: [{ state: "off" }] });
});

test("the origin of an area outlives the area, and is forgotten with the message", () => {
  const records = new MessageRecords();
  const point = { x: 1, y: 2, elevation: 0 };
  assert.equal(records.originOf("m", point), point);
  assert.equal(records.originOf("m", undefined), point);
  records.pending.add("m");
  records.turns.set("m", 2);
  records.forget("m");
  assert.deepEqual(
    [records.originOf("m", undefined), records.turns.get("m"), records.pending.size],
    [undefined, undefined, 0],
  );
});
