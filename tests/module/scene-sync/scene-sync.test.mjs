import assert from "node:assert/strict";
import { test } from "node:test";
import { documentData, documentsOf, sceneFields } from "../../../foundry-module/scripts/scene-sync/document-data.mjs";
import { SceneSync } from "../../../foundry-module/scripts/scene-sync/scene-sync.mjs";
import { COLLECTIONS } from "../../../foundry-module/scripts/util/wire.mjs";
import { roofOf, sceneOf, settled, tokenOf, wallOf } from "../fakes.mjs";

const NO_TRAITS = () => ({});

/** A bridge as the protocol describes it: it keeps the scenes, and answers when the test lets it. */
class Twin {
  scenes = new Map();
  inbox = [];
  outbox = [];
  epoch = "e1";

  send = (message, text = JSON.stringify(message)) => {
    const sent = JSON.parse(text);
    assert.equal(sent.type, message.type);
    this.inbox.push(sent);
    return true;
  };

  /** Take in what was sent, in order. */
  work() {
    for (const message of this.inbox.splice(0)) this.outbox.push(this.#answer(message));
  }

  #answer(message) {
    const { type, scene, revision, hash, data, base, changes, epoch } = message;
    const held = this.scenes.get(scene);
    if (type === "scene.drop") {
      this.scenes.delete(scene);
      return { type: "synced", scene, revision: held?.revision ?? 0, skipped: [] };
    }
    if (type === "scene.put" && !data) {
      if (!held || !hash || held.hash !== hash) return { type: "resync", scene };
      held.revision = revision;
      return { type: "synced", scene, revision, skipped: [] };
    }
    if (type === "scene.put") {
      this.scenes.set(scene, { revision, hash, content: contentOf(data) });
      return { type: "synced", scene, revision, skipped: [] };
    }
    if (!held || held.revision !== base || epoch !== this.epoch) return { type: "resync", scene };
    for (const { document, action, id, data } of changes) {
      const key = `${document}.${id}`;
      assert.equal(held.content.has(key), action !== "create", `${action} ${key}`);
      if (action === "delete") held.content.delete(key);
      else held.content.set(key, JSON.stringify(data));
    }
    Object.assign(held, { revision, hash });
    return { type: "synced", scene, revision, skipped: [] };
  }
}

function contentOf({ walls, tokens, lights, regions, tiles, levels, ...fields }) {
  const content = new Map([[`Scene.${fields._id}`, JSON.stringify(fields)]]);
  const collections = { walls, tokens, lights, regions, tiles, levels };
  for (const [name, collection] of Object.entries(COLLECTIONS)) {
    for (const document of collections[collection]) content.set(`${name}.${document._id}`, JSON.stringify(document));
  }
  return content;
}

function truth(scene) {
  const content = new Map([[`Scene.${scene.id}`, JSON.stringify(sceneFields(scene))]]);
  for (const [name, document] of documentsOf(scene)) {
    content.set(`${name}.${document.id}`, JSON.stringify(documentData(name, document, NO_TRAITS)));
  }
  return content;
}

const sorted = (content) => [...content].sort(([one], [other]) => (one < other ? -1 : 1));

/** The reader of a scene: with `step` ms for each look at the clock, a slice has few documents. */
class Slices {
  time = 0;
  step = 0;
  turns = [];
  now = () => (this.time += this.step);
  pause = (task) => this.turns.push(task);
  turn = () => this.turns.shift()?.();
}

function table(...scenes) {
  const twin = new Twin();
  const frames = [];
  const slices = new Slices();
  const remembers = { value: true };
  const world = new Map(scenes.map((scene) => [scene.id, scene]));
  const stream = new SceneSync({
    send: twin.send,
    scene: (id) => world.get(id),
    traits: NO_TRAITS,
    welcome: () => ({ epoch: twin.epoch, limits: { bytes: 4000 } }),
    schedule: (task) => frames.push(task),
    remembers: () => remembers.value,
    slices,
  });
  const frame = () => frames.splice(0).forEach((task) => task());
  const deliver = () => twin.outbox.splice(0).forEach((answer) => stream.receive(answer));
  const settle = async () => {
    for (let n = 0; n < 6; n++) {
      while (slices.turns.length) slices.turn();
      frame();
      twin.work();
      deliver();
    }
    await settled();
  };
  return { twin, stream, world, slices, remembers, frame, deliver, settle };
}

test("a scene is sent by its fingerprint, as a whole if the bridge asks for it, and is then ready", async () => {
  const scene = sceneOf({ walls: [wallOf("w1")], tokens: [tokenOf("a")] });
  const { twin, stream, settle } = table(scene);
  const ready = stream.ready("s1");
  assert.deepEqual(Object.keys(twin.inbox[0]), ["type", "scene", "revision", "hash"]);
  await settle();
  assert.equal(await ready, twin.scenes.get("s1").revision);
  assert.deepEqual(sorted(twin.scenes.get("s1").content), sorted(truth(scene)));
});

test("a bridge that still has the content does not get it again", async () => {
  const scene = sceneOf({ walls: [wallOf("w1")], tokens: [tokenOf("a")] });
  const { twin, stream, settle } = table(scene);
  stream.ready("s1");
  await settle();
  scene.tokens.get("a").source.x = 300;
  stream.changed("s1", "Token", "a");
  await settle();
  stream.reset();
  const again = table(scene);
  again.twin.scenes = twin.scenes;
  const ready = again.stream.ready("s1");
  again.twin.work();
  assert.deepEqual(
    again.twin.outbox.map(({ type }) => type),
    ["synced"],
    "the fingerprint kept by patches is that of the whole",
  );
  again.deliver();
  assert.equal(await ready, 1);
});

test("sixty tokens moved at once are one patch in the next frame", async () => {
  const tokens = Array.from({ length: 60 }, (_, n) => tokenOf(`t${n}`));
  const { twin, stream, settle, frame } = table(sceneOf({ tokens }));
  stream.ready("s1");
  await settle();
  for (const token of tokens) {
    token.source.x += 50;
    stream.changed("s1", "Token", token.id);
    stream.changed("s1", "Token", token.id);
  }
  assert.equal(twin.inbox.length, 0);
  frame();
  const changes = twin.inbox.flatMap((message) => message.changes);
  assert.equal(changes.length, 60);
  assert.ok(
    twin.inbox.every((message) => JSON.stringify(message).length < 4000),
    "in portions that the bridge takes",
  );
});

test("an edit of fields that the bridge does not read sends nothing", async () => {
  const token = tokenOf("a");
  const { twin, stream, settle, frame } = table(sceneOf({ tokens: [token] }));
  stream.ready("s1");
  await settle();
  token.source.texture.src = "another.webp";
  stream.changed("s1", "Token", "a");
  stream.changed("s1", "Wall", "never-was");
  frame();
  assert.deepEqual(twin.inbox, []);
});

test("a request first sends the changes that wait for the next frame", async () => {
  const token = tokenOf("a");
  const { twin, stream, settle } = table(sceneOf({ tokens: [token] }));
  stream.ready("s1");
  await settle();
  token.source.x = 700;
  stream.changed("s1", "Token", "a");
  const revision = await stream.ready("s1");
  assert.equal(twin.inbox[0].changes[0].data.x, 700);
  assert.equal(twin.inbox[0].revision, revision);
});

test("who waits for the answer to a change waits for that of the last one, and for none that was refused", async (context) => {
  context.mock.method(console, "warn", () => {});
  const token = tokenOf("a");
  const { twin, stream, settle, deliver } = table(sceneOf({ tokens: [token] }));
  const order = [];
  stream.settled("s1").then((revision) => order.push(revision));
  await settled();
  assert.deepEqual(order, [], "not before the whole scene is there");
  await settle();
  const first = order.at(-1);
  await stream.settled("s1");
  const turn = (rotation) => {
    token.source.rotation = rotation;
    stream.changed("s1", "Token", "a");
    return stream.settled("s1").then((revision) => order.push([rotation, revision]));
  };
  turn(90);
  turn(180);
  await settled();
  assert.deepEqual(order, [first], "neither is answered yet");
  twin.work();
  stream.receive(twin.outbox.shift());
  await settled();
  assert.equal(order.length, 2, "the answer to the first says nothing of the second");
  deliver();
  await settled();
  assert.deepEqual(
    order.slice(1).map(([rotation]) => rotation),
    [90, 180],
  );
  turn(270);
  stream.receive({ type: "error", id: null, code: "bad-message", message: "no", detail: { scene: "s1" } });
  await settled();
  assert.equal(order.at(-1)[0], 270);
  turn(0).catch(() => order.push("lost"));
  await settled();
  stream.reset();
  await settled();
  assert.equal(order.at(-1), "lost");
});

test("a scene too big for one message is sent in parts", async () => {
  const scene = sceneOf({ walls: Array.from({ length: 100 }, (_, n) => wallOf(`w${n}`, [n, 0, n, 100])) });
  const { twin, stream, settle } = table(scene);
  const ready = stream.ready("s1");
  twin.work();
  twin.outbox.splice(0).forEach((answer) => stream.receive(answer));
  assert.ok(twin.inbox.length > 2);
  assert.ok(twin.inbox.every((message) => JSON.stringify(message).length < 4000));
  await settle();
  assert.equal(await ready, twin.scenes.get("s1").revision);
  assert.deepEqual(sorted(twin.scenes.get("s1").content), sorted(truth(scene)));
});

test("where nothing is remembered a scene is sent at once, without its fingerprint first", async () => {
  const scene = sceneOf({ walls: [wallOf("w1")], tokens: [tokenOf("a")] });
  const { twin, stream, remembers, settle } = table(scene);
  remembers.value = false;
  const ready = stream.ready("s1");
  assert.deepEqual(
    twin.inbox.map(({ type, data }) => [type, data?.walls.length]),
    [["scene.put", 1]],
  );
  await settle();
  assert.equal(await ready, twin.scenes.get("s1").revision);
  assert.deepEqual(sorted(twin.scenes.get("s1").content), sorted(truth(scene)));
});

test("a big scene is read once, in slices, and what changes meanwhile is sent afterwards", async () => {
  const walls = Array.from({ length: 200 }, (_, n) => wallOf(`w${n}`, [n, 0, n, 100]));
  let reads = 0;
  for (const wall of walls) {
    const { toObject } = wall;
    wall.toObject = () => {
      reads += 1;
      return toObject();
    };
  }
  for (const remembered of [true, false]) {
    const scene = sceneOf({ walls });
    const { twin, stream, slices, remembers, settle } = table(scene);
    slices.step = 0.5; // eight documents a slice
    remembers.value = remembered;
    reads = 0;
    const ready = stream.ready("s1");
    assert.ok(reads <= 9 && twin.inbox.length === 0, "the page goes on after the first slice");
    walls[0].source.ds = 1 - walls[0].source.ds;
    stream.changed("s1", "Wall", "w0");
    scene.walls.delete("w199");
    stream.changed("s1", "Wall", "w199");
    scene.walls.set("new", Object.assign(wallOf("new"), { parent: scene }));
    stream.changed("s1", "Wall", "new");
    reads = 0;
    slices.turn();
    assert.ok(reads <= 9, "nor is the second slice longer");
    await settle();
    assert.equal(await ready, twin.scenes.get("s1").revision);
    assert.ok(reads <= 200, `${reads} reads: each document once, and those that changed again`);
    assert.deepEqual(sorted(twin.scenes.get("s1").content), sorted(truth(scene)));
  }
});

test("a scene that goes while it is read is sent no further, and who waits hears of it", async () => {
  const scene = sceneOf({ walls: Array.from({ length: 100 }, (_, n) => wallOf(`w${n}`)) });
  const { twin, stream, slices, settle } = table(scene);
  slices.step = 1;
  const ready = stream.ready("s1");
  stream.drop("s1");
  await assert.rejects(ready, /scene s1 is gone/);
  await settle();
  assert.deepEqual(twin.scenes.size, 0);
});

test("a scene that cannot be read is not waited for", async () => {
  const scene = sceneOf({ walls: [wallOf("w1"), wallOf("w2")] });
  Object.defineProperty(scene.walls.get("w2"), "_source", {
    get: () => {
      throw new Error("no source");
    },
  });
  const { stream, slices, settle } = table(scene);
  await assert.rejects(stream.ready("s1"), /scene s1 cannot be read: no source/);
  slices.step = 10;
  const later = stream.ready("s1");
  const told = assert.rejects(later, /no source/);
  await settle();
  await told;
});

test("errors are reported: no scene, no connection, a refusal, a lost connection", async (context) => {
  context.mock.method(console, "warn", () => {});
  const { stream, twin } = table(sceneOf());
  await assert.rejects(stream.ready("nowhere"), /no scene nowhere in this world/);
  const refused = stream.ready("s1");
  stream.receive({
    type: "error",
    id: null,
    code: "too-large",
    message: "20,001 walls, 20,000 at most",
    detail: { scene: "s1" },
  });
  await assert.rejects(refused, /20,001 walls/);
  const lost = stream.ready("s1");
  stream.reset();
  await assert.rejects(lost, /connection to the bridge was lost/);
  const away = new SceneSync({
    send: twin.send,
    scene: () => sceneOf(),
    traits: NO_TRAITS,
    remembers: () => true,
    welcome: () => undefined,
  });
  await assert.rejects(away.ready("s1"), /not connected/);
});

test("the bridge keeps only the scenes used last", async () => {
  const scenes = Array.from({ length: 12 }, (_, n) => sceneOf({ _id: `s${n}` }));
  const { stream, twin, settle } = table(...scenes);
  for (const { id } of scenes) {
    stream.ready(id);
    await settle();
  }
  assert.deepEqual([...twin.scenes.keys()], ["s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11"]);
  assert.deepEqual(stream.held, [...twin.scenes.keys()]);
});

test("any sequence of edits, restarts and lost connections ends with the bridge's scene equal to Foundry's", async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed);
    const scene = sceneOf({ walls: [wallOf("w0")], tokens: [tokenOf("t0")], tiles: [roofOf("r0")] });
    const { twin, stream, slices, remembers, frame, deliver, settle } = table(scene);
    slices.step = seed % 3; // at once, or in slices of four documents or two
    remembers.value = seed % 2 === 0;
    const steps = {
      turn: slices.turn,
      move: () => edit("Token", (token) => (token.source.x += 10)),
      lift: () => edit("Tile", (tile) => (tile.source.elevation += 5)),
      uncover: () => edit("Tile", ({ source }) => (source.restrictions = { light: !source.restrictions.light })),
      open: () => edit("Wall", (wall) => (wall.source.ds = 1 - wall.source.ds)),
      add: () => {
        const name = pick(["Token", "Wall"]);
        const made = name === "Token" ? tokenOf(`t${pick([0, 1, 2, 3])}`) : wallOf(`w${pick([0, 1, 2, 3])}`);
        scene[COLLECTIONS[name]].set(made.id, made);
        stream.changed("s1", name, made.id);
      },
      remove: () => {
        const name = pick(["Token", "Wall"]);
        const [gone] = scene[COLLECTIONS[name]];
        if (!gone) return;
        scene[COLLECTIONS[name]].delete(gone.id);
        stream.changed("s1", name, gone.id);
      },
      ask: () => stream.ready("s1").catch(() => {}),
      frame,
      work: () => twin.work(),
      deliver,
      restart: () => {
        twin.scenes.clear();
        twin.inbox.length = 0;
        twin.outbox.length = 0;
        twin.epoch += "+";
        stream.reset();
      },
      forget: () => twin.scenes.clear(), // the bridge failed on something and dropped the scene
    };
    const pick = (list) => list[Math.floor(random() * list.length)];
    function edit(name, change) {
      const documents = [...scene[COLLECTIONS[name]]];
      if (!documents.length) return;
      const document = pick(documents);
      change(document);
      stream.changed("s1", name, document.id);
    }
    const names = Object.keys(steps);
    const done = [];
    for (let n = 0; n < 40; n++) {
      const name = pick(names);
      done.push(name);
      steps[name]();
    }
    await settle();
    const ready = stream.ready("s1");
    await settle();
    await ready;
    await settle();
    steps.uncover(); // a change in any case: a bridge that has forgotten the scene then asks for it
    await settle();
    const held = twin.scenes.get("s1") ?? { content: new Map() };
    assert.deepEqual(sorted(held.content), sorted(truth(scene)), `seed ${seed}: ${done.join(" ")}`);
  }
});

/** Return a generator that gives the same numbers for the same seed (a linear congruential one). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test("for a request about an earlier moment, the bridge gets the scene of then, and afterwards that of now", async () => {
  const scene = sceneOf({ tokens: [tokenOf("a"), tokenOf("b"), tokenOf("c")] });
  const { twin, stream, settle } = table(scene);
  const ready = stream.ready("s1");
  await settle();
  const before = sorted(truth(scene));
  await ready;
  const moment = stream.moment("s1");
  scene.tokens.get("a").source.x = 300;
  scene.tokens.delete("b");
  scene.tokens.set("d", Object.assign(tokenOf("d"), { parent: scene }));
  for (const id of ["a", "b", "d"]) stream.changed("s1", "Token", id);
  await settle();
  scene.tokens.get("a").source.x = 500; // twice, and the second not sent yet when the question comes
  stream.changed("s1", "Token", "a");
  let seen = null;
  const answer = stream.asOf("s1", moment, (then) => {
    twin.work();
    const { revision: held, hash, content } = twin.scenes.get("s1");
    seen = sorted(content);
    assert.deepEqual([held, hash], [then, ""], "no fingerprint stands for what was");
    return "asked";
  });
  assert.equal(answer, "asked");
  assert.deepEqual(seen, before);
  await settle();
  assert.deepEqual(sorted(twin.scenes.get("s1").content), sorted(truth(scene)), "and forward again");
  assert.ok(twin.scenes.get("s1").hash, "and its fingerprint stands for it again");
});

test("a request about the present moment is sent as it is", async () => {
  const { twin, stream, settle } = table(sceneOf({ tokens: [tokenOf("a")] }));
  const ready = stream.ready("s1");
  await settle();
  const revision = await ready;
  twin.inbox.splice(0);
  assert.equal(
    stream.asOf("s1", stream.moment("s1"), (then) => then),
    revision,
  );
  assert.deepEqual(twin.inbox, []);
});

test("what was where is known whether there was a connection or not, and of no other scene", async () => {
  const scene = sceneOf({ tokens: [tokenOf("a")] });
  const { twin, stream, settle } = table(scene);
  const before = sorted(truth(scene));
  const moment = stream.moment("s1");
  scene.tokens.get("a").source.x = 300;
  stream.changed("s1", "Token", "a");
  assert.equal(stream.moment("s1"), moment + 1);
  assert.equal(stream.moment("s1"), moment + 1, "without a change the moment lasts");
  stream.ready("s1");
  await settle();
  stream.reset();
  const ready = stream.ready("s1");
  await settle();
  await ready;
  let seen = null;
  stream.asOf("s1", moment, () => {
    twin.work();
    seen = sorted(twin.scenes.get("s1").content);
    return "asked";
  });
  assert.deepEqual(seen, before);
  assert.deepEqual([stream.moment("s2"), stream.asOf("s2", 1, () => "asked")], [null, null]);
});

test("what changed while nobody said so is seen when the scene is read again", async () => {
  const scene = sceneOf({ tokens: [tokenOf("a")] });
  const { twin, stream, settle } = table(scene);
  stream.ready("s1");
  await settle();
  const moment = stream.moment("s1");
  scene.tokens.get("a").source.x = 300;
  stream.reset();
  stream.ready("s1");
  await settle();
  assert.deepEqual(sorted(twin.scenes.get("s1").content), sorted(truth(scene)));
  assert.equal(stream.moment("s1"), moment + 1);
});
