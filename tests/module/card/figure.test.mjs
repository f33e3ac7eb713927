import assert from "node:assert/strict";
import { test } from "node:test";
import { drawings } from "../../../foundry-module/scripts/card/figure.mjs";
import { all, key, mark, space, withClass } from "./fixtures.mjs";

const FACTS = new Set(["cover", "elevation", "flanking"]);
const drawn = (figure, more = {}) =>
  drawings(figure, { label: "", facts: FACTS, t: key, nameOf: () => "", actor: null, target: null, ...more });

test("a figure without relevant lines has one from the attacker to the target", () => {
  const rolesOf = (lines) => {
    const [node] = drawn({ points: [], lines, polygons: [space("attacker", 0), space("target", 200)] });
    return all(node, ({ tag }) => tag === "polyline").map(({ attributes }) => attributes["data-role"]);
  };
  assert.deepEqual(rolesOf([]), ["attack"]);
  assert.deepEqual(rolesOf([mark("flanking", "flanking", [0, 0], [200, 0])]), ["flanking"]);
});

test("a share that is about right is written into the target's space", () => {
  const about = { ...mark("about", "cover", [50, 50]), label: "≈ 42 %" };
  const [node] = drawn({ points: [about], lines: [], polygons: [space("target", 0)] });
  assert.deepEqual(withClass(node, "coign-height")[0].children, ["≈ 42 %"]);
  assert.equal(all(node, ({ tag }) => tag === "circle").length, 0);
});

test("a height is written in its space, or below a space that is too small for it", () => {
  const height = { ...mark("elevation", "elevation", [50, 50]), label: "10 ft" };
  const placed = (apart) => {
    const polygons = [space("attacker", 0), space("target", apart)];
    const [node] = drawn({ points: [height], lines: [], polygons });
    const [text] = withClass(node, "coign-height");
    const [box] = all(node, ({ tag }) => tag === "polygon");
    const levels = box.attributes.points.split(" ").map((point) => Number(point.split(",")[1]));
    return { y: Number(text.attributes.y) + Number(text.attributes.dy ?? 0), bottom: Math.max(...levels) };
  };
  const [near, far] = [placed(200), placed(3000)];
  assert.ok(near.y < near.bottom);
  assert.ok(far.y > far.bottom);
});

test("a drawing fits its card, whatever the scene's size, and keeps each mark's role", () => {
  const figure = {
    points: [mark("corner", "cover", [5000, 5000])],
    lines: [mark("line-blocked", "cover", [5000, 5000], [5600, 5300])],
    polygons: [mark("target", "cover", [5600, 5300], [5700, 5300], [5700, 5400])],
  };
  const [svg] = drawn(figure, { label: "half cover" });
  assert.ok(Number(svg.attributes.width) <= 240.1 && Number(svg.attributes.height) <= 240.1);
  assert.deepEqual(
    withClass(svg, "coign-mark").map(({ attributes }) => attributes["data-role"]),
    ["target", "line-blocked", "stop", "corner"],
  );
  const spots = svg.children[1].attributes.points.split(/[ ,]/).map(Number);
  assert.ok(
    spots.every((spot) => spot >= 0 && spot <= 240),
    spots.join(),
  );
  assert.equal(svg.attributes["aria-label"], "half cover");
  assert.deepEqual(drawn({ points: [], lines: [], polygons: [] }), []);
  assert.deepEqual(drawn({ points: [mark("corner", "cover", [Number.NaN, 1])] }), []);
});

test("a blocked line has a cross where it is stopped, else at its end", () => {
  const middleOf = (...points) => {
    const figure = { points: [], lines: [mark("line-blocked", "cover", ...points)], polygons: [space("target", 500)] };
    const [svg] = drawn(figure);
    const spotsOf = (role) => all(svg, ({ attributes }) => attributes["data-role"] === role)[0].attributes.points;
    return [spotsOf("line-blocked").split(" "), spotsOf("stop").split(" ")[2]];
  };
  const [[, at], stop] = middleOf([0, 0], [300, 50], [500, 100]);
  assert.equal(stop, at);
  const [[, end], last] = middleOf([0, 0], [500, 100]);
  assert.equal(last, end);
  const clear = drawn({ points: [], lines: [mark("line-clear", "cover", [0, 0], [9, 9])], polygons: [] })[0];
  assert.equal(all(clear, ({ attributes }) => attributes["data-role"] === "stop").length, 0);
});

test("a line of cover is drawn from the side, to scale, where a height decided it", () => {
  const side = [
    mark("attacker", "cover", [-4, 0], [1, 0], [1, 5], [-4, 5]),
    mark("target", "cover", [20, 10], [25, 10], [25, 15], [20, 15]),
    { ...mark("creature", "cover", [6, 0], [11, 0], [11, 5], [6, 5]), label: "token:mog" },
    mark("floor", "cover", [15, 10], [30, 10]),
    mark("line-blocked", "cover", [0, 2.5], [15, 10], [20, 12.5]),
  ];
  const figure = { points: [], lines: [], polygons: [space("attacker", 0), space("target", 500)], side };
  const [, section] = drawn(figure);
  assert.ok(section.attributes.class.includes("coign-side-view"));
  const sizeOf = ({ attributes: { width, height } }) => [width, height].map(Number);
  assert.deepEqual(sizeOf(section), [191.6, 100], "as large as there is room for");
  const flat = side
    .filter(({ role }) => role !== "creature")
    .map((one) => ({ ...one, points: one.points.map(([x, y]) => [10 * x, y]) }));
  assert.deepEqual(sizeOf(drawn({ ...figure, side: flat })[1]), [240, 29.2], "and no higher than it is");
  const [attacker] = all(section, ({ attributes }) => attributes["data-role"] === "attacker");
  const spots = attacker.attributes.points.split(" ").map((spot) => spot.split(",").map(Number));
  assert.ok(Math.abs(spots[1][0] - spots[0][0] - (spots[0][1] - spots[2][1])) < 0.3, "as wide as it is high");
  const roles = all(section, ({ attributes }) => attributes["data-role"]).map(
    ({ attributes }) => attributes["data-role"],
  );
  assert.deepEqual(roles, ["attacker", "target", "creature", "floor", "line-blocked", "stop"]);
  assert.equal(all(section, ({ tag }) => tag === "polygon").length, 3, "bodies are areas");
  assert.equal(drawn(figure, { facts: new Set(["flanking"]) }).length, 1);
  assert.equal(drawn({ ...figure, side: [] }).length, 1);
  const targetless = side.filter(({ role }) => role !== "target");
  assert.ok(targetless.length < side.length);
  assert.equal(drawn({ ...figure, side: targetless }).length, 1, "without the target there is nothing to look at");
});

test("from the side initials are in a body, and above or below one that is too small for them", () => {
  const body = (role, x, feet) => mark(role, "cover", [x, feet], [x + 5, feet], [x + 5, feet + 5], [x, feet + 5]);
  const placesAt = (height) => {
    const side = [body("attacker", 0, 0), body("target", 20, height)];
    const figure = { points: [], lines: [], polygons: [space("attacker", 0), space("target", 500)], side };
    const [, view] = drawn(figure, { nameOf: (id) => id, actor: "a", target: "b" });
    return withClass(view, "coign-initial").map(({ attributes: { y } }, n) => {
      const corners = all(view, ({ tag }) => tag === "polygon")[n].attributes.points.split(" ");
      const levels = corners.map((corner) => Number(corner.split(",")[1]));
      return y + 6 <= Math.min(...levels) ? "above" : y - 6 >= Math.max(...levels) ? "below" : "in";
    });
  };
  assert.deepEqual(placesAt(8), ["in", "in"]);
  assert.deepEqual(placesAt(30), ["above", "below"]);
});

test("the margin follows the longer side, also of a figure that is wide and low", () => {
  const [node] = drawn({ points: [], lines: [mark("cover", "cover", [0, 0], [1000, 10])], polygons: [] });
  const [, , width, height] = node.attributes.viewBox.split(" ").map(Number);
  const [line] = all(node, ({ tag }) => tag === "polyline");
  const [[left, top], [right, bottom]] = line.attributes.points.split(" ").map((point) => point.split(",").map(Number));
  assert.ok(Math.abs(left - (width - right)) <= 1 && Math.abs(top - (height - bottom)) <= 1, "it is in the middle");
  assert.ok(Math.abs(left - top) <= 1 && left > 3, `${left} px beside it, ${top} px above it`);
});

test("a creature's initials are above a height that is written in its space, among other marks too", () => {
  const height = { ...mark("elevation", "elevation", [50, 50]), label: "10 ft" };
  const spot = mark("corner", "cover", [0, 0]);
  const at = (points) => {
    const figure = { points, lines: [], polygons: [{ ...space("attacker", 0), token: "a" }, space("target", 200)] };
    const [node] = drawn(figure, { nameOf: () => "Ilse", actor: "a", target: "b" });
    return withClass(node, "coign-initial").map(({ attributes }) => Number(attributes.y))[0];
  };
  assert.ok(at([spot, height]) < at([spot]), `${at([spot, height])} is above ${at([spot])}`);
});

test("a creature's initials are written into its space, and not into the light of its torch", () => {
  const of = (role) => ({ ...space(role, 200), label: "token:b" });
  const initials = (role) => {
    const [node] = drawn({ points: [], lines: [], polygons: [of(role)] }, { nameOf: () => "Ilse" });
    return withClass(node, "coign-initial").length;
  };
  assert.deepEqual(["creature", "helper", "lit-dim", "lit-bright", "darkness"].map(initials), [1, 1, 0, 0, 0]);
});

test("what is drawn from the side lies within its picture, and the western creature on the left", () => {
  const inside = (svg) => {
    const [, , width, height] = svg.attributes.viewBox.split(" ").map(Number);
    const spots = all(svg, ({ attributes }) => attributes.points)
      .flatMap(({ attributes }) => attributes.points.split(" "))
      .map((spot) => spot.split(",").map(Number));
    assert.ok(spots.length > 4);
    for (const [x, y] of spots) assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `${x},${y}`);
  };
  const side = [
    mark("attacker", "cover", [-4, 0], [1, 0], [1, 5], [-4, 5]),
    mark("target", "cover", [20, 10], [25, 10], [25, 15], [20, 15]),
  ];
  const polygons = [space("attacker", 0), space("target", 500)];
  inside(drawn({ points: [], lines: [], polygons, side })[1]);
  const heights = [500, 0].map((x, n) => ({ ...mark("elevation", "elevation", [x, 50]), label: `${10 * n} ft` }));
  const [, views] = drawn({ points: heights, lines: [], polygons, side: [] });
  inside(views);
  const [attacker, target] = ["attacker", "target"].map((role) => {
    const [body] = all(views, ({ attributes }) => attributes["data-role"] === role);
    return body.attributes.points.split(" ").map((spot) => Number(spot.split(",")[0]));
  });
  assert.ok(Math.max(...target) < Math.min(...attacker), "the second one stands in the west");
  const [east, west] = withClass(views, "coign-height").map(({ attributes }) => Number(attributes.x));
  assert.ok(west < Math.min(...target) && east > Math.max(...attacker), "each height is written beside its creature");
});
