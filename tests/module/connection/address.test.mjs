import assert from "node:assert/strict";
import { test } from "node:test";
import {
  barrier,
  endpoint,
  normalise,
  permission,
  spaceOf,
} from "../../../foundry-module/scripts/connection/address.mjs";

const page = (address) => new URL(address);
const LOCAL = page("http://localhost:30000/game");
const LAN = page("http://192.168.1.5:30000/game");
const FORGE = page("https://table.forge-vtt.com/game");
const BARE = page("http://table.example.org:30000/game");

test("different spellings of an address are one address", () => {
  for (const address of ["127.0.0.1:8765", "ws://127.0.0.1:8765", "http://127.0.0.1:8765/", " wss://127.0.0.1:8765 "]) {
    assert.equal(normalise(address, LOCAL), "ws://127.0.0.1:8765", address);
  }
});

test("loopback uses ws even from https; elsewhere https means wss", () => {
  assert.equal(normalise("wss://127.0.0.1:8765", FORGE), "ws://127.0.0.1:8765");
  assert.equal(normalise("bridge.example.org", FORGE), "wss://bridge.example.org");
  assert.equal(normalise("192.168.1.9:8765", LAN), "ws://192.168.1.9:8765");
  assert.equal(normalise("/coign", FORGE), "wss://table.forge-vtt.com/coign");
});

test("the error for an invalid address gives a valid example", () => {
  for (const address of ["", "ws://", "a b", "http://[::"]) {
    assert.throws(() => normalise(address, LOCAL), /is no address; one looks like ws:\/\/127\.0\.0\.1:8765/, address);
  }
});

test("the world's id is in the path, encoded", () => {
  assert.equal(endpoint("127.0.0.1:8765", "my world/1", LOCAL), "ws://127.0.0.1:8765/ws/my%20world%2F1");
});

test("hosts are on this machine, on its network, or elsewhere", () => {
  const spaces = {
    loopback: ["localhost", "127.0.0.1", "127.8.9.1", "[::1]", "a.localhost"],
    local: [
      "192.168.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.1",
      "169.254.1.1",
      "[fd00::1]",
      "[fe80::1]",
      "foundry",
      "pc.local",
    ],
    public: [
      "8.8.8.8",
      "172.32.0.1",
      "example.org",
      "[2001:db8::1]",
      "127.0.0.1.example.org",
      "192.168.0.1.example.org",
    ],
  };
  for (const [space, hosts] of Object.entries(spaces))
    for (const host of hosts) assert.equal(spaceOf(host), space, host);
});

test("the browser's obstacles for each kind of page", () => {
  const loopback = "ws://127.0.0.1:8765";
  assert.equal(barrier(loopback, LOCAL), "none");
  assert.equal(barrier(loopback, LAN), "none");
  assert.equal(barrier(loopback, FORGE), "prompt");
  assert.equal(barrier(loopback, BARE), "insecure-page");
  assert.equal(barrier("wss://bridge.example.org", FORGE), "none");
});

test("the permission is queried by its new name, then by its old one, and may be unknown", async () => {
  const asked = [];
  const browser = (known) => ({
    query: async ({ name }) => {
      asked.push(name);
      if (!(name in known)) throw new TypeError(`${name} is no permission`);
      return { state: known[name] };
    },
  });
  assert.equal(await permission("ws://127.0.0.1:1", browser({ "loopback-network": "prompt" })), "prompt");
  assert.equal(await permission("ws://192.168.0.9:1", browser({ "local-network-access": "denied" })), "denied");
  assert.equal(await permission("ws://127.0.0.1:1", browser({})), null);
  assert.equal(await permission("ws://127.0.0.1:1", undefined), null);
  assert.deepEqual(asked, [
    "loopback-network",
    "local-network",
    "local-network-access",
    "loopback-network",
    "local-network-access",
  ]);
});
