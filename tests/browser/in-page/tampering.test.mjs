/** What a player may tamper with, again, with Coign in the game master's page. */

process.env.COIGN_TRANSPORT = "page";
await import("../tampering.test.mjs");
