/** The table of a benchmark that runs in a browser: printed as it is measured, and put into a page between two marks. */

import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

export class Report {
  #rows = [];
  #marks;

  /**
   * @param {string} name of the place in the page
   * @param {string} command that writes it
   */
  constructor(name, command) {
    this.#marks = [`<!-- ${name}: made by \`${command}\` -->\n`, `<!-- /${name} -->\n`];
  }

  /** Print a line, and keep it. */
  say(what, value, bar = "", beside = "") {
    this.#rows.push([what, value, bar, beside]);
    console.log(what.padEnd(72), value.padStart(10), bar.padStart(10), beside);
  }

  /**
   * Put the table into a page.
   * @param {string} path
   * @param {string} version of Chromium
   */
  write(path, version) {
    const page = readFileSync(path, "utf8");
    const [head, tail] = [page.split(this.#marks[0])[0], page.split(this.#marks[1])[1]];
    if (tail === undefined)
      throw new Error(`${path} has no place for the table: put ${this.#marks.join(" and ")} around it`);
    const table = [
      "| what | measured | bar | beside it |",
      "| --- | --- | --- | --- |",
      ...this.#rows.map((row) => `| ${row.join(" | ")} |`),
    ];
    const where = `Measured in Chromium ${version} on ${cpus().length} cores of ${process.arch}, load ${loadavg()[0].toFixed(1)}.`;
    writeFileSync(path, `${head}${this.#marks[0]}${where}\n\n${table.join("\n")}\n${this.#marks[1]}${tail}`);
  }
}
