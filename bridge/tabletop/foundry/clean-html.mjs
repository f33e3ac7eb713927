/** `foundry.utils.cleanHTML`: remove scripts and other active content from untrusted markup. */

const RUNS = "script, iframe, object, embed, link, meta, base, style, template";

/** @param {Document} document  @param {string} html */
export function cleanHTML(document, html) {
  const holder = document.createElement("template");
  holder.innerHTML = String(html);
  for (const element of holder.content.querySelectorAll(RUNS)) element.remove();
  for (const element of holder.content.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const script = /^\s*(javascript|vbscript|data:text\/html)/i.test(value);
      if (/^on/i.test(name) || name === "srcdoc" || script) element.removeAttribute(name);
    }
  }
  return holder.innerHTML;
}
