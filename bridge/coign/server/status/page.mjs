/**
 * Keeps the bridge's own page up to date: every two seconds each part that has changed takes the place of the old one.
 * A part with the keyboard's focus in it stays as it is, so that nobody loses their place.
 */

const SECONDS = 2;

async function update() {
  const answer = await fetch(location.href, { cache: "no-store" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = document.querySelector("main");
  const parts = [...fresh.querySelectorAll("main > section")];
  for (const old of main.querySelectorAll(":scope > section")) {
    if (!parts.some((part) => part.id === old.id)) old.remove();
  }
  parts.forEach((part, n) => {
    const old = document.getElementById(part.id);
    if (!old) main.insertBefore(part, main.children[n] ?? null);
    else if (old.outerHTML !== part.outerHTML && !old.contains(document.activeElement)) old.replaceWith(part);
  });
}

function away() {
  const state = document.querySelector(".state");
  state.textContent = document.querySelector("main").dataset.away;
  state.className = "state waiting";
}

for (;;) {
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  await update().catch(away);
}
