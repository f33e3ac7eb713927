/**
 * The stand-in's page: chat cards and their copies, themes, sheets and dialogs, as Foundry's public sources have them.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { oneTable } from "./setup.mjs";
import { becomes, counts, nextDice, reads, TOKENS } from "./table.mjs";

const PART = "modules/theirs/part.hbs";
const { page, gm, player } = await oneTable({
  query: "theme=dark",
  before: (opened) =>
    opened.route(`**/${PART}`, (route) => route.fulfill({ body: '<section class="theirs">Ours</section>' })),
});

/** Create a message on this client; resolves to its id when all clients have drawn its card. */
async function say(frame, data) {
  const id = await frame.evaluate(async (given) => (await ChatMessage.create(given)).id, data);
  for (const one of [gm, player])
    await one.waitForSelector(`#chat-log [data-message-id="${id}"]`, { state: "attached" });
  return id;
}

const card = (frame, id) => frame.locator(`#chat-log [data-message-id="${id}"]`);

test("sizes are Foundry's: a root of 16 px, letters of 14, a sidebar of 300 that leaves 278 px for a message", async () => {
  // vttred/ose#380 lists the letters of Foundry: --font-size-14 is 0.875rem, --font-size-16 is 1rem
  const id = await say(gm, { content: "<p>wide</p>" });
  const sizes = await gm.evaluate((message) => {
    const pixels = (element, what) => Number.parseFloat(getComputedStyle(element)[what]);
    const content = document.querySelector(`#chat-log [data-message-id="${message}"] .message-content`);
    return {
      root: pixels(document.documentElement, "fontSize"),
      letters: pixels(content, "fontSize"),
      sidebar: document.querySelector("#sidebar").getBoundingClientRect().width,
      content: content.getBoundingClientRect().width,
    };
  }, id);
  assert.deepEqual(sizes, { root: 16, letters: 14, sidebar: 300, content: 278 });
});

test("a token that moves is drawn again, and the layers of the map without it are left", async () => {
  const isSame = await gm.evaluate(async (id) => {
    const layers = () => ["walls", "doors", "tokens"].map((name) => document.querySelector(`#map > .${name}`));
    const before = layers();
    const token = canvas.scene.tokens.get(id);
    await token.update({ x: token.x + 100 }, { animate: false });
    await new Promise(requestAnimationFrame);
    const after = layers();
    await token.update({ x: token.x - 100 }, { animate: false });
    return before.map((layer, n) => layer === after[n]);
  }, TOKENS.ilse);
  assert.deepEqual(isSame, [true, true, false]);
});

test("the chat log and its pop-outs are light in a dark page; other windows are dark", async () => {
  const id = await say(gm, { content: "light" });
  const seen = await gm.evaluate(async (message) => {
    const popout = await new ui.chat.ChatPopout({ message: game.messages.get(message) }).render({ force: true });
    const sheet = await tabletop.client.sheets.openToken(canvas.tokens.placeables[0].document);
    const ink = (element) => getComputedStyle(element).color;
    const found = {
      body: document.body.classList.contains("theme-dark"),
      interface: document.querySelector("#interface").className,
      log: document.querySelector("#chat-log").className,
      popout: popout.element.className,
      sheet: sheet.element.className,
      inks: [ink(document.querySelector("#chat-log .chat-message")), ink(sheet.element)],
    };
    await popout.close();
    await sheet.close();
    return found;
  }, id);
  assert.deepEqual([seen.body, seen.interface], [true, "themed theme-dark"]);
  assert.match(seen.log, /themed theme-light/);
  assert.match(seen.popout, /theme-light/);
  assert.match(seen.sheet, /theme-dark/);
  const brightness = (ink) => ink.match(/\d+/g).reduce((sum, part) => sum + Number(part), 0);
  assert.ok(brightness(seen.inks[0]) < 200 && brightness(seen.inks[1]) > 500, seen.inks.join(" and "));
});

test("flavour is HTML; content with elements of its own replaces the rolls, plain text does not", async () => {
  const rolls = await gm.evaluate(async () => [JSON.stringify(await new Roll("1d20").evaluate())]);
  const theirs = await say(gm, { rolls, flavor: "<b>bold</b>", content: '<div class="own">17 to hit</div>' });
  assert.equal(await card(gm, theirs).locator(".flavor-text b").textContent(), "bold");
  assert.deepEqual(
    [await card(gm, theirs).locator(".own").count(), await card(gm, theirs).locator(".dice-roll").count()],
    [1, 0],
  );
  const plain = await say(gm, { rolls, content: "17" });
  await counts(card(gm, plain).locator(".dice-roll .dice-total"), 1);
});

test("a user who may not see a roll sees that it was made", async () => {
  await nextDice(gm, 17);
  const id = await gm.evaluate(async () => {
    const roll = await new Roll("1d20").evaluate();
    return (await roll.toMessage({ flavor: "secret" }, { rollMode: "gmroll" })).id;
  });
  const theirs = card(player, id);
  await theirs.waitFor();
  await reads(theirs.locator(".dice-total"), "?");
  await reads(theirs.locator(".flavor-text"), /privately rolled/);
});

test("every rendering fires both hooks, the old one with a jQuery object", async () => {
  await gm.evaluate(() => {
    window.fired = [];
    Hooks.on("renderChatMessageHTML", (message, html) => fired.push(["HTML", message.id, html instanceof HTMLElement]));
    Hooks.on("renderChatMessage", (message, html) => fired.push(["old", message.id, html[0] instanceof HTMLElement]));
  });
  const id = await say(gm, { content: "hooks" });
  const mine = await gm.evaluate(
    (message) => fired.filter(([, of]) => of === message).map(([hook, , fits]) => [hook, fits]),
    id,
  );
  assert.deepEqual(mine, [
    ["HTML", true],
    ["old", true],
  ]);
});

test("the log, its pop-out, a message's pop-out and a notification have cards of their own, all of them kept", async () => {
  await gm.evaluate(async () => {
    await ui.chat.renderPopout();
    ui.sidebar.collapse();
  });
  const id = await say(gm, { content: "<p>before</p>" });
  const count = (words) =>
    gm.waitForFunction(
      ([message, text]) =>
        [...document.querySelectorAll(`[data-message-id="${message}"]`)].filter((one) => one.textContent.includes(text))
          .length === 4,
      [id, words],
    );
  await gm.evaluate(
    (message) => new ui.chat.ChatPopout({ message: game.messages.get(message) }).render({ force: true }),
    id,
  );
  await count("before");
  await gm.evaluate((message) => game.messages.get(message).update({ content: "<p>after</p>" }), id);
  await count("after");
  const times = await gm.evaluate(
    (message) => fired.filter(([hook, of]) => hook === "HTML" && of === message).length,
    id,
  );
  assert.equal(times, 8);
  await gm.evaluate((message) => game.messages.get(message).delete(), id);
  await gm.waitForFunction((message) => !document.querySelector(`[data-message-id="${message}"]`), id);
  await gm.evaluate(() => {
    ui.sidebar.expand();
    return ui.chat.popout.close();
  });
});

test("renderings of one message overlap, and the last one stays", async () => {
  const id = await say(gm, { content: "<p>0</p>" });
  await gm.evaluate(async (message) => {
    const found = game.messages.get(message);
    const { renderHTML } = found;
    Object.assign(window, { under: 0, most: 0 });
    found.renderHTML = async function (...args) {
      most = Math.max(most, ++under);
      const html = await renderHTML.apply(this, args);
      await new Promise((resolve) => setTimeout(resolve, 30));
      under--;
      return html;
    };
    await Promise.all([1, 2, 3].map((n) => found.update({ content: `<p>${n}</p>` })));
  }, id);
  await gm.waitForFunction(() => under === 0);
  await reads(card(gm, id).locator("p"), "3");
  assert.ok((await gm.evaluate(() => most)) >= 2);
});

test("a new message scrolls the log when it was at its end; an update never does", async () => {
  for (let n = 0; n < 15; n++) await say(gm, { content: `<p>${n}</p><p>more</p>` });
  const atEnd = () => player.evaluate(() => ui.chat.isAtBottom);
  await becomes(atEnd, true);
  const last = await say(gm, { content: "<p>last</p>" });
  await becomes(atEnd, true);
  const grown = "<p>one</p>".repeat(12);
  await gm.evaluate(([id, content]) => game.messages.get(id).update({ content }), [last, grown]);
  await card(player, last).locator("p").nth(11).waitFor();
  assert.ok(!(await atEnd()), "the end is below the fold now");
  await player.evaluate(() => (document.querySelector("#chat-log").scrollTop = 0));
  await say(gm, { content: "unread" });
  assert.equal(await player.evaluate(() => document.querySelector("#chat-log").scrollTop), 0);
});

test("the menu of a card is built once, and its conditions run each time", async () => {
  const id = await say(gm, { content: "menu" });
  const entries = await gm.evaluate(() => {
    window.built = 0;
    window.asked = 0;
    Hooks.on("getChatMessageContextOptions", () => built++);
    ui.chat.main.entries.push({ name: "Theirs", icon: "", condition: () => ++asked, callback: () => {} });
    return ui.chat.main.entries.length;
  });
  assert.ok(entries >= 3);
  for (let n = 0; n < 2; n++) {
    await gm.evaluate(() => document.body.click()); // the menu before may lie over the message
    await card(gm, id).click({ button: "right" });
  }
  await counts(gm.locator("#context-menu button", { hasText: "Theirs" }), 1);
  assert.deepEqual(await gm.evaluate(() => [built, asked]), [0, 2]);
  await gm.evaluate(() => document.body.click());
  const { width } = await card(gm, id).boundingBox();
  await card(gm, id).click({ button: "right", position: { x: width - 4, y: 4 } });
  const outside = await gm.locator("#context-menu").evaluate((menu) => {
    const { left, right, top, bottom } = menu.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  });
  assert.equal(outside, false, "a click at the edge opens it on the page");
  await gm.evaluate(() => document.body.click());
});

test("a module that empties and hides messages, in the same hook, breaks nothing", async () => {
  await gm.evaluate(() => {
    window.hider = Hooks.on("renderChatMessageHTML", (_message, html) => {
      html.replaceChildren();
      html.style.display = "none";
    });
  });
  const id = await say(player, { content: "<p>gone</p>" });
  await gm.evaluate((message) => game.messages.get(message).update({ content: "<p>again</p>" }), id);
  await reads(card(player, id).locator("p"), "again");
  await becomes(() => card(gm, id).isHidden(), true);
  await gm.evaluate(() => Hooks.off("renderChatMessageHTML", hider));
});

test("a token's sheet consists of parts, drawn again one by one, another module's part among them", async () => {
  const seen = await gm.evaluate(
    async ([id, template]) => {
      const { TokenConfig } = foundry.applications.sheets;
      const { footer, ...parts } = TokenConfig.PARTS;
      TokenConfig.PARTS = { ...parts, theirs: { template }, footer };
      const token = canvas.tokens.get(id).document;
      const sheet = await tabletop.client.sheets.openToken(token);
      const names = () =>
        [...sheet.element.querySelectorAll("[data-application-part]")].map((one) => one.dataset.applicationPart);
      const [identity, light] = ["identity", "light"].map((part) =>
        sheet.element.querySelector(`[data-application-part="${part}"]`),
      );
      const link = document.createElement("a");
      sheet.element.querySelector("nav.tabs").append(link);
      light.querySelector("input").value = 77;
      sheet.changeTab("light", "sheet");
      const result = { names: names(), token: sheet.token === token, tabs: Object.keys(TokenConfig.TABS) };
      await sheet.render({ parts: ["identity", "tabs"] });
      Object.assign(result, {
        identityIsNew: !identity.isConnected,
        lightIsKept: light.isConnected && light.querySelector("input").value === "77",
        linkIsKept: link.isConnected,
        active: sheet.element.querySelector("nav .active").dataset.tab,
      });
      await token.update({ elevation: 5 });
      const elevation = () => sheet.element.querySelector('[name="elevation"]').value;
      while (elevation() !== "5") await new Promise((resolve) => setTimeout(resolve, 10));
      Object.assign(result, { after: names(), elevation: elevation() });
      await sheet.close();
      await token.update({ elevation: 0 });
      TokenConfig.PARTS = { ...parts, footer };
      return result;
    },
    [TOKENS.grik, PART],
  );
  const names = ["tabs", "identity", "appearance", "vision", "light", "theirs", "footer"];
  assert.deepEqual(seen, {
    names,
    token: true,
    tabs: ["sheet"],
    identityIsNew: true,
    lightIsKept: true,
    linkIsKept: false,
    active: "light",
    after: names,
    elevation: "5",
  });
});

test("an actor's prototype token has a sheet of its own class; a wall's sheet has its parts", async () => {
  const seen = await gm.evaluate(async () => {
    const fired = [];
    for (const hook of ["renderPrototypeTokenConfig", "renderTokenConfig", "renderWallConfig"])
      Hooks.once(hook, (sheet) => fired.push([hook, sheet.token?.name ?? sheet.document.documentName]));
    const actor = game.actors.contents[0];
    const sheet = await tabletop.client.sheets.openPrototype(actor);
    sheet.element.querySelector('[name="rotation"]').value = "90";
    const closed = new Promise((resolve) => sheet.addEventListener("close", resolve));
    await sheet.submit();
    await closed;
    const wall = await tabletop.client.sheets.openWall(canvas.scene.walls.contents[0]);
    const parts = Object.keys(wall.parts);
    await wall.close();
    return { fired, name: actor.name, rotation: actor.prototypeToken.rotation, parts };
  });
  assert.deepEqual(seen.fired, [
    ["renderPrototypeTokenConfig", seen.name],
    ["renderWallConfig", "Wall"],
  ]);
  assert.deepEqual([seen.rotation, seen.parts], [90, ["body", "footer"]]);
});

test("Coign's tab and its rows of a wall are still there, and up to date, when a sheet is rendered again", async () => {
  const seen = await gm.evaluate(async (id) => {
    const token = canvas.tokens.get(id).document;
    const sheet = await tabletop.client.sheets.openToken(token);
    const links = () => sheet.element.querySelectorAll('nav [data-tab="coign"]').length;
    const reach = () => [...sheet.element.querySelectorAll('[name="flags.coign.reach"]')].map((field) => field.value);
    sheet.element.querySelector('nav [data-tab="coign"]').click();
    const found = { before: [links(), reach()] };
    await token.update({ flags: { coign: { reach: 15 } } });
    const noted = () => token.parent.flags.coign?.traits; // what a GM set counts once a GM's client has noted it
    for (let n = 0; n < 100 && !noted(); n++) await new Promise((resolve) => setTimeout(resolve, 20));
    await sheet.render();
    found.after = [links(), reach()];
    found.active = sheet.element.querySelector(".tab.active").dataset.tab;
    await sheet.close();
    await token.unsetFlag("coign", "reach");
    const wall = canvas.scene.walls.contents[0];
    const rows = await tabletop.client.sheets.openWall(wall);
    await wall.update({ flags: { coign: { cover: "half" } } });
    await rows.render();
    found.cover = [...rows.element.querySelectorAll('[name="flags.coign.cover"]')].map((field) => field.value);
    await rows.close();
    await wall.unsetFlag("coign", "cover");
    return found;
  }, TOKENS.grik);
  assert.deepEqual(seen, {
    before: [1, [""]],
    after: [1, ["15"]],
    active: "coign",
    cover: ['"half"'],
  });
});

test("scripts are removed from dialogs and notifications, unless a div is given", async () => {
  const seen = await gm.evaluate(async () => {
    const bad = '<p class="kept">text</p><img src="x" onerror="window.ran = true"><script>window.ran = true</script>';
    const { DialogV2 } = foundry.applications.api;
    const dialog = await new DialogV2({
      window: { title: "T" },
      content: bad,
      buttons: [{ action: "ok", label: "OK" }],
    }).render({ force: true });
    const html = dialog.element.querySelector(".dialog-content").innerHTML;
    await dialog.close();
    const div = document.createElement("div");
    div.innerHTML = '<button type="button" onclick="void 0">mine</button>';
    const own = await new DialogV2({ window: { title: "T" }, content: div, buttons: [] }).render({ force: true });
    const kept = own.element.querySelector("button[onclick]") !== null;
    await own.close();
    const note = ui.notifications.info(bad, { permanent: true });
    const said = document.querySelector("#notifications").innerHTML;
    note.remove();
    return { html, kept, said, ran: window.ran };
  });
  assert.match(seen.html, /class="kept"/);
  for (const html of [seen.html, seen.said]) assert.doesNotMatch(html, /script|onerror/);
  assert.deepEqual([seen.kept, seen.ran], [true, undefined]);
});

test("a condition on a foe reaches Coign's own handlers", async () => {
  await page.bringToFront();
  const heard = await gm.evaluate(async (id) => {
    const fired = [];
    Hooks.once("createActiveEffect", (effect) => fired.push(effect.parent.isToken && effect.parent.token.id));
    await canvas.tokens.get(id).actor.toggleStatusEffect("prone");
    return fired;
  }, TOKENS.grik);
  assert.deepEqual(heard, [TOKENS.grik]);
  await gm.evaluate((id) => canvas.tokens.get(id).actor.toggleStatusEffect("prone"), TOKENS.grik);
});
