import { parseArgs } from "node:util";

import type { Services } from "#shop/services.ts";

/** What a command works with. */
export interface Call {
  services: Services;
  /** Words after the command's own. */
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

/** What a command found or did: lines for a person, the same as data for `--json`. */
export interface Outcome {
  lines: string[];
  data: unknown;
  /** False when something asks for attention; the exit code is 1 then. */
  isWell?: boolean;
}

/** One command of the bookseller's command line. */
export interface Command {
  /** Such as `orders ship`. */
  name: string;
  /** Words it takes, such as `NUMBER`. */
  words: string;
  says: string;
  options: Record<string, { type: "string" | "boolean"; says: string; value?: string }>;
  run: (call: Call) => Promise<Outcome>;
}

/** A mistake of the person at the keyboard, said in one sentence. */
export class Mistake extends Error {}

/** Splits a command's arguments into words and options; an unknown option is a Mistake. */
export function readArguments(command: Command, args: string[]): Pick<Call, "words" | "options"> & { isJson: boolean } {
  const known = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...known, json: { type: "boolean" } },
      allowPositionals: true,
    });
    return { words: positionals, options: values as Call["options"], isJson: values.json === true };
  } catch (error) {
    throw new Mistake(`${(error as Error).message.split(/\.\s/)[0]}. See: npm run shop -- ${command.name} --help`);
  }
}

/** The one word a command needs, such as an order's number. */
export function onlyWord(call: Call, what: string): string {
  const [word, ...more] = call.words;
  if (!word || more.length > 0) throw new Mistake(`Say one ${what}.`);
  return word;
}

/** Lines up rows under their headings. */
export function asTable(headings: string[], rows: string[][]): string[] {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return [line(headings), ...rows.map(line)];
}
