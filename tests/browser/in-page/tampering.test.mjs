/** The tests of tampering players again, with Coign in the game master's page. */

process.env.COIGN_TRANSPORT = "page";
await import("../tampering.test.mjs");
