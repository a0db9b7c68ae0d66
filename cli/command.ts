import type { Writable } from "node:stream";
import { parseArgs } from "node:util";

import type { Config } from "#server/config/config.ts";
import { recorded, type Entry, type RecordedActor } from "#shop/kernel/audit-log/record.server.ts";
import type { Services } from "#shop/services.ts";

/** An option of a command: one with a value is a string, of which `value` says in the help what it is. */
type Options = Record<string, { type: "string" | "boolean"; description: string; value?: string }>;

/** What was given of a command's options. */
type GivenOptions<O extends Options> = {
  [Name in keyof O]: (O[Name]["type"] extends "boolean" ? boolean : string) | undefined;
};

/** The words that a command line has when it is written as `FILE`, `[NUMBER]` or `HASH...` says. */
type GivenWords<Written extends string> = Written extends ""
  ? []
  : Written extends `${infer First} ${infer Rest}`
    ? [...GivenWord<First>, ...GivenWords<Rest>]
    : GivenWord<Written>;
type GivenWord<Written extends string> = Written extends `[${string}]`
  ? [string?]
  : Written extends `${string}...`
    ? [string, ...string[]]
    : [string];

/** What a command works with. */
export interface CommandContext<Words = (string | undefined)[], Given = Record<string, string | boolean | undefined>> {
  services: Services;
  /** Words after the command's own, as many as it asks for. */
  positionals: Words;
  options: Given;
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

/** One command of the operator's command line. */
export interface Command {
  /** Such as `import undo`. */
  name: string;
  /** Words it takes, such as `NUMBER`; in brackets one that may be left out, `HASH...` at the end for one or several. */
  positionals: string;
  description: string;
  options: Options;
  /** As somebody would type it after the name. */
  example?: string;
  /**
   * For work that is no single transaction, and for files with names in them: the record has it before it begins, with what
   * was typed, and a second time when it failed. What only previews is not noted.
   */
  noted?: { action: string; words: string };
  run(context: CommandContext): Promise<CommandResult>;
}

/** A command that works without the records of an open shop, such as one that restores them. */
export interface BareCommand extends Omit<Command, "run" | "noted"> {
  runBare: (context: Omit<CommandContext, "services"> & { config: Config }) => Promise<CommandResult>;
}

export type AnyCommand = Command | BareCommand;

/** What is said of any command. */
export type CommandWords = Omit<BareCommand, "runBare">;

/** A command whose `run` gets the words and options that the command itself says it takes; `readArguments` sees to it. */
export function command<const Written extends string, const O extends Options>(
  written: Omit<Command, "positionals" | "options" | "run"> & {
    positionals: Written;
    options: O;
    run: (context: CommandContext<GivenWords<Written>, GivenOptions<O>>) => Promise<CommandResult>;
  },
): Command {
  return written;
}

/** Who acts, as the record names them. */
export const commandLine: RecordedActor = { actor: "command line" };

/** Makes a change and writes it into the record in the same transaction; what came to nothing is not written. See `recorded`. */
export function record<T>(
  { services }: Pick<CommandContext, "services">,
  change: (services: Services) => Promise<T>,
  entryOf: (result: T) => Entry | null,
  options?: { isUndoable: boolean },
): Promise<T> {
  return recorded(services, commandLine, change, entryOf, options);
}

/** A mistake of the person at the keyboard, or something that cannot be done, said in one sentence. */
export class UsageError extends Error {}

/** How a command is written, in one line. */
export function usageOf({ name, positionals, options }: CommandWords): string {
  const flags = Object.entries(options).map(([flag, { value }]) => `[--${flag}${value ? ` ${value}` : ""}]`);
  return ["npm run shop --", name, positionals, ...flags, "[--json]"].filter(Boolean).join(" ");
}

/** Splits what follows a command's name into words and options; what it does not know is a UsageError. */
export function readArguments(
  command: CommandWords,
  args: string[],
): Pick<CommandContext, "positionals" | "options"> & { isJson: boolean } {
  const known = { ...command.options, json: { type: "boolean" as const } };
  const types: Record<string, { type: "string" | "boolean" }> = Object.fromEntries(
    Object.entries(known).map(([name, { type }]) => [name, { type }]),
  );
  const { positionals, tokens } = parseArgs({
    args,
    options: types,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const refuse = (sentence: string) => new UsageError(`${sentence}\nUsage: ${usageOf(command)}`);

  const options: CommandContext["options"] = {};
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const type = types[token.name]?.type;
    if (!type) throw refuse(`"${command.name}" has no option ${token.rawName}.`);
    if (type === "string" && !token.value) throw refuse(`${token.rawName} needs a value.`);
    if (type === "boolean" && token.value !== undefined) throw refuse(`${token.rawName} takes no value.`);
    if (Object.hasOwn(options, token.name)) throw refuse(`${token.rawName} was given twice.`);
    options[token.name] = type === "string" ? token.value : true;
  }
  const expected = command.positionals.split(" ").filter(Boolean);
  const missing = expected.slice(positionals.length).find((word) => !word.startsWith("["));
  if (missing) throw refuse(`"${command.name}" needs ${missing}.`);
  const extra = expected.at(-1)?.endsWith("...") ? undefined : positionals[expected.length];
  if (extra !== undefined) throw refuse(`"${command.name}" does not know what to do with "${extra}".`);
  return { positionals, options, isJson: options.json === true };
}

/** Lines up rows under their headings. */
export function formatTable(headings: string[], rows: string[][]): string[] {
  const widths = headings.map((_, column) => Math.max(...[headings, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(headings), ...rows.map(line)];
}
