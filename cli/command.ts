import type { Writable } from "node:stream";
import { parseArgs } from "node:util";

import type { Services } from "#shop/services.ts";

/** What a command works with. */
export interface CommandContext {
  services: Services;
  /** Words after the command's own, as many as it asks for. */
  positionals: string[];
  options: Record<string, string | boolean | undefined>;
  /** For what is too long to be held in memory; lines come after it. */
  output: Writable;
  /** Tells the person who waits what is being done; a line that `isReplaced` gives way to the next. */
  progress: (line: string, isReplaced?: boolean) => void;
}

/** What a command found or did: lines for a person, the same as data for `--json`. */
export interface CommandResult {
  lines: string[];
  data: unknown;
  /** False when something asks for attention; the exit code is 1 then. */
  isWell?: boolean;
}

/** One command of the bookseller's command line. */
export interface Command {
  /** Such as `orders ship`. */
  name: string;
  /** Words it takes, such as `NUMBER`; in brackets one that may be left out, `BOOK...` at the end for one or several. */
  positionals: string;
  description: string;
  options: Record<string, { type: "string" | "boolean"; description: string; value?: string }>;
  /** As somebody would type it after the name. */
  example?: string;
  run: (context: CommandContext) => Promise<CommandResult>;
}

/** Who acts, as the history of an order names them: the command line knows no names. */
export const actor = "command line";

/** A mistake of the person at the keyboard, or something that cannot be done, said in one sentence. */
export class UsageError extends Error {}

/** How a command is written, in one line. */
export function usageOf({ name, positionals, options }: Command): string {
  const flags = Object.entries(options).map(([flag, { value }]) => `[--${flag}${value ? ` ${value}` : ""}]`);
  return ["npm run shop --", name, positionals, ...flags, "[--json]"].filter(Boolean).join(" ");
}

/** Splits what follows a command's name into words and options; what it does not know is a UsageError. */
export function readArguments(
  command: Command,
  args: string[],
): Pick<CommandContext, "positionals" | "options"> & { isJson: boolean } {
  const known = { ...command.options, json: { type: "boolean" as const } };
  const types: Record<string, { type: "string" | "boolean" }> = Object.fromEntries(
    Object.entries(known).map(([name, { type }]) => [name, { type }]),
  );
  const { values, positionals, tokens } = parseArgs({
    args,
    options: types,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const refuse = (sentence: string) => new UsageError(`${sentence}\nUsage: ${usageOf(command)}`);

  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const type = types[token.name]?.type;
    if (!type) throw refuse(`"${command.name}" has no option ${token.rawName}.`);
    if (type === "string" && !token.value) throw refuse(`${token.rawName} needs a value.`);
    if (type === "boolean" && token.value !== undefined) throw refuse(`${token.rawName} takes no value.`);
    if (seen.has(token.name)) throw refuse(`${token.rawName} was given twice.`);
    seen.add(token.name);
  }
  const expected = command.positionals.split(" ").filter(Boolean);
  const missing = expected.slice(positionals.length).find((word) => !word.startsWith("["));
  if (missing) throw refuse(`"${command.name}" needs ${missing}.`);
  const extra = expected.at(-1)?.endsWith("...") ? undefined : positionals[expected.length];
  if (extra !== undefined) throw refuse(`"${command.name}" does not know what to do with "${extra}".`);
  return { positionals, options: values as CommandContext["options"], isJson: values.json === true };
}

/** An order's number as the records have it, however it was typed. */
export function orderNumber({ positionals }: CommandContext): string {
  return positionals[0]!.toUpperCase();
}

/** Lines up rows under their headings. */
export function formatTable(headings: string[], rows: string[][]): string[] {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return [line(headings), ...rows.map(line)];
}
