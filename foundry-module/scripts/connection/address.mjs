/**
 * The bridge's address: which URL to open, and what the browser may do to prevent it. Pure.
 *
 * The rules are the browsers' own, as measured in late 2026. Loopback needs no TLS, and plain `ws` is let through even
 * from https pages; anywhere else an https page may only open `wss`. A page from the public internet that reaches for
 * this machine or its network raises a permission prompt when it came over https, and is refused when it came over http.
 */

/** @typedef {{protocol: string, host: string, hostname: string}} Page Where Foundry's page came from: `location`. */

/**
 * Return the bridge's address as a WebSocket URL, without a slash at its end: "127.0.0.1:8765",
 * "http://127.0.0.1:8765/" and "ws://127.0.0.1:8765" are the same; "/coign" is a path on Foundry's own host, behind its
 * reverse proxy.
 *
 * @param {string} address
 * @param {Page} page
 * @throws {Error} it is not an address; the message shows an example
 */
export function normalise(address, page) {
  const text = address.trim();
  const secure = page.protocol === "https:";
  if (text.startsWith("/")) return `${secure ? "wss" : "ws"}://${page.host}${text.replace(/\/+$/, "")}`;
  const bare = text.replace(/^[a-z]+:\/\//i, "");
  const url = URL.canParse(`ws://${bare}`) ? new URL(`ws://${bare}`) : null;
  if (!bare || !url?.hostname) throw new Error(`"${address}" is no address; one looks like ws://127.0.0.1:8765`);
  const loopback = spaceOf(url.hostname) === "loopback";
  const encrypted = !loopback && (secure || /^(wss|https):/i.test(text));
  return `${encrypted ? "wss" : "ws"}://${url.host}${url.pathname.replace(/\/+$/, "")}`;
}

/**
 * @param {string} address
 * @param {string} world
 * @param {Page} page
 */
export function endpoint(address, world, page) {
  return `${normalise(address, page)}/ws/${encodeURIComponent(world)}`;
}

/**
 * Return how near a host is: this machine, its own network, or the internet. A name counts as public unless it is
 * plainly local.
 *
 * @param {string} hostname
 */
export function spaceOf(hostname) {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const number = /^\d+(\.\d+){3}$/.test(host);
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1" || (number && host.startsWith("127."))) {
    return "loopback";
  }
  const address =
    (number && /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)) ||
    /^(f[cd]|fe80:)[0-9a-f:]*$/.test(host);
  const name = /\.(local|lan|home|internal|home\.arpa)$/.test(host) || (!host.includes(".") && !host.includes(":"));
  return address || name ? "local" : "public";
}

/**
 * Return what keeps this page from opening a URL that `normalise` returned.
 * `prompt`: the browser asks the person first. `insecure-page`: a public page over plain http is refused, unasked.
 *
 * @param {string} url
 * @param {Page} page
 */
export function barrier(url, page) {
  const target = spaceOf(new URL(url).hostname);
  if (target === "public" || spaceOf(page.hostname) !== "public") return "none";
  return page.protocol === "https:" ? "prompt" : "insecure-page";
}

/**
 * Return the browser's permission for this page to reach this machine or network; null if the browser has no such
 * permission (an older one, which lets the connection through).
 *
 * @param {string} url
 * @param {{query(descriptor: any): Promise<{state: string}>} | undefined} permissions `navigator.permissions`
 */
export async function permission(url, permissions) {
  const space = spaceOf(new URL(url).hostname);
  for (const name of [space === "loopback" ? "loopback-network" : "local-network", "local-network-access"]) {
    try {
      const state = (await permissions?.query({ name }))?.state;
      if (state === "granted" || state === "prompt" || state === "denied") return state;
    } catch {
      // The browser has no permission of this name: try the older name.
    }
  }
  return null;
}
