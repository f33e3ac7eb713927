/** Wrapping a system's functions: the original runs exactly once, with libWrapper and without. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { guard, wrap } from "../../../foundry-module/scripts/in-roll/wrap.mjs";

/** A scope with a class whose rolls are counted. */
function scope() {
  const rolled = [];
  class Attack {
    bonus = 5;

    async roll(parts) {
      rolled.push(parts);
      return `${parts} + ${this.bonus}`;
    }
  }
  return { rolled, dnd: { Attack } };
}

const PATH = "dnd.Attack.prototype.roll";

test("without libWrapper the function is replaced where it stands", async () => {
  const world = scope();
  assert.equal(
    wrap(PATH, async (wrapped, parts) => `${await wrapped(`${parts} + 1d4`)}!`, world),
    true,
  );
  assert.equal(await new world.dnd.Attack().roll("1d20"), "1d20 + 1d4 + 5!");
  assert.deepEqual(world.rolled, ["1d20 + 1d4"]);
});

test("with libWrapper it is registered there, after the wrappers of other modules", () => {
  const world = scope();
  const calls = [];
  const own = world.dnd.Attack.prototype.roll;
  wrap(PATH, () => {}, { ...world, libWrapper: { register: (...args) => calls.push(args) } });
  assert.deepEqual(
    calls.map(([id, path, , type]) => [id, path, type]),
    [["coign", PATH, "MIXED"]],
  );
  assert.equal(world.dnd.Attack.prototype.roll, own);
});

test("a function that libWrapper refuses is wrapped without it", async (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  const world = scope();
  const register = () => {
    throw new Error("no such target");
  };
  wrap(PATH, (wrapped, parts) => wrapped(`${parts} + 1d4`), { ...world, libWrapper: { register } });
  assert.equal(await new world.dnd.Attack().roll("1d20"), "1d20 + 1d4 + 5");
  assert.equal(warn.mock.callCount(), 1);
});

test("a function that is not there is reported, and nothing is wrapped", (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  assert.equal(
    wrap("dnd.Sword.prototype.roll", () => {}, scope()),
    false,
  );
  assert.equal(warn.mock.callCount(), 1);
});

const WRAPPERS = {
  "throws at once": () => {
    throw new Error("no");
  },
  "throws later": async () => {
    throw new Error("no");
  },
  "never calls it": () => {},
  "never calls it, later": async () => {},
  "throws after the roll": async (wrapped, parts) => {
    await wrapped(parts);
    throw new Error("no");
  },
};

for (const [what, wrapper] of Object.entries(WRAPPERS)) {
  test(`a wrapper that ${what}: the roll is made once, as the system asked for it`, async (context) => {
    context.mock.method(console, "warn", () => {});
    const world = scope();
    wrap(PATH, wrapper, world);
    assert.equal(await new world.dnd.Attack().roll("1d20"), "1d20 + 5");
    assert.deepEqual(world.rolled, ["1d20"]);
  });
}

test("a wrapper that calls it twice gets the same roll twice", async () => {
  const world = scope();
  wrap(PATH, async (wrapped, parts) => [await wrapped(parts), await wrapped("2d20")], world);
  assert.deepEqual(await new world.dnd.Attack().roll("1d20"), ["1d20 + 5", "1d20 + 5"]);
  assert.equal(world.rolled.length, 1);
});

test("an error of the original itself comes through, and it is not called again", async (context) => {
  context.mock.method(console, "warn", () => {});
  let calls = 0;
  const original = async () => {
    calls += 1;
    throw new Error("the roll was cancelled");
  };
  const guarded = guard(async (wrapped) => wrapped());
  await assert.rejects(guarded(original), /cancelled/);
  const atOnce = guard((wrapped) => wrapped());
  assert.throws(
    () =>
      atOnce(() => {
        calls += 1;
        throw new Error("no dice");
      }),
    /no dice/,
  );
  assert.equal(calls, 2);
});

test("what the system itself rejects is not reported as ours, and what our wrapper throws is", async (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  const refuse = async () => {
    throw new Error("no ammunition");
  };
  await assert.rejects(guard(async (wrapped) => await wrapped()).call(null, refuse), /no ammunition/);
  assert.equal(warn.mock.callCount(), 0);
  const broken = guard(async (wrapped) => {
    await wrapped();
    throw new Error("ours");
  });
  assert.equal(await broken.call(null, async () => "rolled"), "rolled");
  assert.equal(warn.mock.callCount(), 1);
});
