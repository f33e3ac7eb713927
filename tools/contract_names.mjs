/**
 * List what the module uses of Foundry, of game systems and of the page that is neither in the published types nor in the
 * contract (`foundry-module/contract/`): hooks, functions that are wrapped, methods, selectors, and what it takes from
 * globals. The list must be empty.
 *
 * usage: node tools/contract_names.mjs [--all]    `--all` lists also what the contract has, with the places
 *
 * The TypeScript compiler tells what it knows of each expression. Where it knows nothing (`any`), no type holds what is
 * called or read there, so a check has to. Methods of the language and of the page's elements are known by their names.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as is from "typescript/unstable/ast/is";
import { API, TypeFlags } from "typescript/unstable/sync";
import { CHECKS } from "../foundry-module/contract/index.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUR_TYPES = `${ROOT}foundry-module/types/global.d.ts`;
const SCRIPTS = `${ROOT}foundry-module/scripts/`;
const SELECTING = new Set(["querySelector", "querySelectorAll", "closest", "matches", "queryAllWindows"]);
/** The names that Foundry and its systems put into the global scope. */
const GLOBALS = new Set(["game", "canvas", "ui", "foundry", "CONFIG", "CONST", "Hooks", "PIXI", "globalThis", "scope"]);
/** Names that JavaScript and pages have: an object of unknown type is a list, a text, an element or the like. */
const OF_THE_PAGE = ["append", "before", "replaceChildren", "remove", "closest", "querySelector", "querySelectorAll"];
const OF_THE_LANGUAGE = new Set([
  ...[Array, Map, String, Object, Function, Promise].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
  ...OF_THE_PAGE,
]);
/** Sets of pf2e look like our own, so `add` and `delete` are no names of the language here. */
for (const name of ["add", "push", "delete"]) OF_THE_LANGUAGE.delete(name);
/** Selectors of elements that we have made, and the files that look only into windows of ours. */
const OURS =
  /coign-|data-coign|data-tab="coign"|data-tab="\*"|data-modifier|^(button|input|progress|legend|\.\*|:hover)$/;
const OWN_WINDOWS = /(util\/panel|card\/figure|config\/(worth-fields|rules-window|report))\.mjs$/;

const api = new API({ cwd: ROOT });
const { program, checker } = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`] }).getProjects()[0];
const files = program.getSourceFileNames().filter((name) => name.startsWith(SCRIPTS) && name.endsWith(".mjs"));
const typedHooks = hooksOfTheTypes();
/** The names in use, and their places. */
const used = new Map();

for (const name of files) {
  const calls = [];
  const reads = [];
  const walk = (node) => {
    if (is.isCallExpression(node)) calls.push(node);
    if (is.isPropertyAccessExpression(node) || is.isElementAccessExpression(node)) reads.push(node);
    node.forEachChild(walk);
  };
  const source = program.getSourceFile(name);
  walk(source);
  const note = (what) => used.set(what, (used.get(what) ?? new Set()).add(name.slice(SCRIPTS.length)));
  for (const call of calls) for (const text of textsIn(call, source)) note(text);
  const methods = calls.filter(({ expression }) => is.isPropertyAccessExpression(expression));
  for (const method of unknown(methods, ({ expression }) => expression.expression))
    if (!OF_THE_LANGUAGE.has(method.expression.name.text)) note(method.expression.name.text);
  for (const read of unknown(reads, ({ expression }) => expression))
    if (GLOBALS.has(bare(read.expression).text)) note(pathOf(read, source));
}
api.close(); // the compiler may say "context canceled" to that; had it stopped before, its last answer would have thrown

const held = new Set(CHECKS.flatMap(({ names = [] }) => names));
const missing = [...used].filter(([name]) => !held.has(name));
const idle = [...held].filter((name) => !used.has(name));
if (process.argv.includes("--all"))
  for (const [name, places] of [...used].sort()) console.log(held.has(name) ? " " : "!", name, "|", ...places);
for (const [name, places] of missing) console.error(`in no type and in no check: ${name} (${[...places].join(", ")})`);
for (const name of idle) console.error(`in a check and used nowhere: ${name}`);
console.log(`${used.size} names that no type holds: ${missing.length} of them are in no check`);
process.exitCode = missing.length || idle.length ? 1 : 0;

/** Keep the nodes of which an expression has no known type. Throws if the compiler leaves one unanswered. */
function unknown(nodes, expressionOf) {
  const types = nodes.length ? checker.getTypeAtLocation(nodes.map(expressionOf)) : [];
  if (types.length !== nodes.length || types.includes(undefined)) throw new Error("the compiler left types unanswered");
  return nodes.filter((_node, nth) => types[nth].flags & TypeFlags.Any);
}

/** Yield what a call names by a text: a hook, a function to wrap, a selector. */
function* textsIn(call, source) {
  const [first] = call.arguments;
  const callee = call.expression.getText(source);
  const name = callee.split(".").at(-1).replace("?", "");
  const text = first && literal(first, source);
  if (!text) return;
  if ((name === "on" || name === "once") && !text.startsWith("coign.") && isHook(callee)) {
    if (!typedHooks.has(text)) yield text;
  } else if (name === "wrap" && callee !== "wrap") yield text;
  else if (SELECTING.has(name) && !OURS.test(text) && !OWN_WINDOWS.test(source.fileName)) yield text;
}

/** Tell whether a function of this name registers for a hook: `coign.engine.on` does not. */
function isHook(callee) {
  return /^(on|Hooks\.on|Hooks\.once|table\.on|hooksFor\(.*\)\.on)$/.test(callee);
}

/** Return a text as it is written, with the constants of the file filled in; other gaps are stars. */
function literal(node, source) {
  if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (is.isIdentifier(node)) return constant(node.text, source);
  if (!is.isTemplateExpression(node)) return null;
  const spans = node.templateSpans.map(
    ({ expression, literal: rest }) => `${constant(expression.getText(source), source) ?? "*"}${rest.text}`,
  );
  return [node.head.text, ...spans].join("");
}

/** Return the text of a constant of the file. */
function constant(name, source) {
  const [, value = null] = new RegExp(`const ${name} = ("[^"]*"|'[^']*');`).exec(source.text) ?? [];
  return value?.slice(1, -1) ?? null;
}

/** Take parentheses and casts away. */
function bare(node) {
  return node.expression &&
    (is.isParenthesizedExpression(node) || is.isAsExpression?.(node) || is.isSatisfiesExpression?.(node))
    ? bare(node.expression)
    : node;
}

/** Write what is read of a global: "game[game.system.id]". */
function pathOf(node, source) {
  const root = bare(node.expression).text;
  return is.isPropertyAccessExpression(node)
    ? `${root}.${node.name.text}`
    : `${root}[${node.argumentExpression.getText(source)}]`;
}

/** Return the hooks of the published types: those that `main.mjs` may name, without what our own types add. */
function hooksOfTheTypes() {
  const main = program.getSourceFile(`${SCRIPTS}main.mjs`);
  const on = main.statements.find((statement) => is.isFunctionDeclaration(statement) && statement.name.text === "on");
  const names = checker.getBaseConstraintOfType(checker.getTypeAtLocation(on.parameters[0].name)).getTypes();
  const [, ours] = /interface HookConfig \{(.*?)\n {4}\}/s.exec(readFileSync(OUR_TYPES, "utf8"));
  const added = new Set([...ours.matchAll(/^ {6}"?([\w.-]+)"?:/gm)].map(([, name]) => name));
  return new Set(names.map(({ value }) => value).filter((name) => !added.has(name)));
}
