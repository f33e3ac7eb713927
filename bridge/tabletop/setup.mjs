/**
 * The two windows of Foundry that bring a module into a world: *Install Module*, with the address of a manifest, and
 * *Manage Modules*, where its box is ticked. As in Foundry, a manifest is refused if it is for a newer generation, or if the zip
 * that it names cannot be downloaded.
 */

import { make } from "./elements.mjs";

/**
 * Show both, and wait until the modules are saved.
 *
 * @param {HTMLElement} place
 * @param {Record<string, any>[]} served the manifests of the modules whose files the server has
 * @param {number} generation Foundry's
 * @param {(text: string) => string} say a text in the reader's language
 * @returns {Promise<Record<string, any>[]>} those that were installed and ticked
 */
export function setUp(place, served, generation, say) {
  const form = document.createElement("form");
  form.id = "setup";
  form.innerHTML = `
    <h2>${say("Install Module")}</h2>
    <p><input name="manifest" type="url" aria-label="${say("Manifest URL")}" placeholder="${say("Manifest URL")}">
      <button type="button">${say("Install")}</button></p>
    <output></output>
    <h2>${say("Manage Modules")}</h2>
    <ul></ul>
    <button type="submit" disabled>${say("Save Module Settings")}</button>`;
  place.append(form);
  const [said, list, save] = ["output", "ul", '[type="submit"]'].map((what) => form.querySelector(what));
  const installed = new Map();

  form.querySelector('[type="button"]').addEventListener("click", async () => {
    try {
      const found = await install(form.elements.manifest.value, generation);
      installed.set(found.id, served.find(({ id }) => id === found.id) ?? found);
      said.value = `${found.title} ${found.version}: ${say("installed")}`;
      list.append(boxOf(found));
    } catch (problem) {
      said.value = problem.message;
    }
  });
  list.addEventListener("change", () => {
    save.disabled = !list.querySelector(":checked");
  });
  return new Promise((resolve) =>
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const ticked = [...list.querySelectorAll(":checked")].map(({ name }) => installed.get(name));
      form.remove();
      resolve(ticked);
    }),
  );
}

/** Return the manifest at an address. Throws an Error for people if Foundry would not install the module. */
async function install(address, generation) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const manifest = await response.json();
  const { minimum } = manifest.compatibility;
  if (Number.parseInt(minimum, 10) > generation) throw new Error(`${manifest.title} is for Foundry ${minimum}`);
  const zip = await fetch(manifest.download);
  const begin = new TextDecoder().decode((await zip.arrayBuffer()).slice(0, 2));
  if (!zip.ok || begin !== "PK") throw new Error(`${manifest.download} is no zip`);
  return manifest;
}

/** Return the line of a module in the list, with its box. */
function boxOf({ id, title, version, description }) {
  const box = make("input", { type: "checkbox", name: id });
  return make("li", {}, make("label", {}, box, ` ${title} `, make("small", {}, version)), make("p", {}, description));
}
