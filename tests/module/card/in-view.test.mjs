/** Cards are drawn when they come into view: not before, and at once if their message is in view already. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "happy-dom";

// Of its own: other files in this process may have given the module their observer.
const { isInView, messagesIn, nestedIn, whenInView } = await import(
  "../../../foundry-module/scripts/card/in-view.mjs?own"
);
const { document } = new Window();
const observed = [];
let report;
globalThis.IntersectionObserver = class {
  constructor(handle, { rootMargin, scrollMargin }) {
    assert.deepEqual([rootMargin, scrollMargin], ["400px", "400px"]);
    report = handle;
  }
  observe(card) {
    observed.push(card);
  }
};

/** A card in chat, which may show other messages. */
function cardOf(message, ...nested) {
  const card = document.createElement("li");
  card.dataset.messageId = message;
  card.append(...nested);
  return card;
}
const move = (isIntersecting, ...cards) => report(cards.map((target) => ({ target, isIntersecting })));

test("a card is drawn each time it comes into view, and the new card of a message in view at once", () => {
  const drawn = [];
  const watch = (card, name, atOnce = false) => whenInView(card, () => drawn.push(name), atOnce);
  const [first, second] = [cardOf("a"), cardOf("b")];
  watch(first, "first");
  watch(second, "second");
  assert.deepEqual([drawn, observed], [[], [first, second]]);
  move(true, first);
  assert.deepEqual([drawn, isInView(first), isInView(second)], [["first"], true, false]);
  watch(cardOf("a"), "first anew");
  watch(cardOf("c"), "third");
  watch(cardOf("d"), "fourth, at once", true);
  assert.deepEqual(drawn.splice(0), ["first", "first anew", "fourth, at once"]);
  move(false, first, second);
  watch(cardOf("a"), "first, out of view");
  assert.deepEqual([drawn, isInView(first)], [[], false]);
  move(true, second, cardOf("nobody's"));
  move(true, second);
  assert.deepEqual(drawn, ["second", "second"]);
});

test("what is inside a card is in view with it, and has its messages", () => {
  const [inner, bare] = [cardOf("inner"), document.createElement("div")];
  const outer = cardOf("outer", bare, inner);
  move(true, outer);
  assert.deepEqual([inner, bare, cardOf("other")].map(isInView), [true, true, false]);
  assert.deepEqual([nestedIn(outer), messagesIn(outer), messagesIn(bare)], [[inner], ["outer", "inner"], []]);
});
