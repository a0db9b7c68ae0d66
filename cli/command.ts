/** The type of a command of the operator's command line, and helpers that parse its arguments and format its output. */
import type { Writable } from "node:stream";
import { parseArgs } from "node:util";

import type { Config } from "#server/config/config.ts";
import { recorded, type Entry, type LoggedActor } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import type { Services } from "#shop/services.ts";

/** The options of a command. A string option's `value` is its placeholder in the help. */
type Options = Record<string, { type: "string" | "boolean"; description: string; value?: string }>;

/** The parsed options of a command. */
type GivenOptions<O extends Options> = {
  [Name in keyof O]: (O[Name]["type"] extends "boolean" ? boolean : string) | undefined;
};

/**
 * The positional arguments as a tuple type. In `positionals`, `FILE` is required, `[NUMBER]` is optional, and `HASH...`
 * stands for one or more.
 */
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

export interface CommandContext<Words = (string | undefined)[], Given = Record<string, string | boolean | undefined>> {
  services: Services;
  /** Positional arguments, after the command's name. */
  positionals: Words;
  options: Given;
  /** A stream for output that is too large for memory. The lines of the result are printed after it. */
  output: Writable;
  /** Shows a line of progress to the operator. If `isReplaced`, the next line overwrites it. */
  progress: (line: string, isReplaced?: boolean) => void;
}

/** The result of a command: lines for a person, and data for `--json`. */
export interface CommandResult {
  lines: string[];
  data: unknown;
  /** Whether all is well. If false, something needs attention, and the exit code is 1. Default true. */
  isWell?: boolean;
}

export interface Command {
  /** The words of the command, such as `import undo`. */
  name: string;
  /**
   * Placeholders of the positional arguments: `NUMBER`, `[NUMBER]` if optional, `HASH...` at the end for one or more.
   */
  positionals: string;
  description: string;
  options: Options;
  /** An example of the arguments after the name. */
  example?: string;
  /**
   * The audit log entry that is written, with the arguments, before the command runs; a second entry is written if it
   * fails. Set for changes that are not one transaction, and for files with personal data. Previews are not logged.
   */
  noted?: { action: string; words: string };
  run(context: CommandContext): Promise<CommandResult>;
}

/** A command that runs without an open database, such as one that restores it. */
export interface BareCommand extends Omit<Command, "run" | "noted"> {
  runBare: (context: Omit<CommandContext, "services"> & { config: Config }) => Promise<CommandResult>;
}

export type AnyCommand = Command | BareCommand;

/** What the help needs to know of a command. */
export type CommandWords = Omit<BareCommand, "runBare">;

/**
 * Defines a command. Its `positionals` and `options` give the types of the arguments of `run`; `readArguments` checks
 * the arguments.
 */
export function command<const Written extends string, const O extends Options>(
  written: Omit<Command, "positionals" | "options" | "run"> & {
    positionals: Written;
    options: O;
    run: (context: CommandContext<GivenWords<Written>, GivenOptions<O>>) => Promise<CommandResult>;
  },
): Command {
  return written;
}

/** The actor of commands in the audit log. */
export const commandLine: LoggedActor = { actor: "command line" };

/**
 * Makes a change and writes its audit log entry in one transaction. A change whose entry is null is not logged. See
 * `recorded`.
 */
export function record<T>(
  { services }: Pick<CommandContext, "services">,
  change: (services: Services) => Promise<T>,
  entryOf: (result: T) => Entry | null,
  options?: { isUndoable: boolean },
): Promise<T> {
  return recorded(services, commandLine, change, entryOf, options);
}

/** An error of the operator, or the reason why a command cannot be carried out, in one sentence. */
export class UsageError extends Error {}

/** The usage line of a command. */
export function usageOf({ name, positionals, options }: CommandWords): string {
  const flags = Object.entries(options).map(([flag, { value }]) => `[--${flag}${value ? ` ${value}` : ""}]`);
  return ["npm run shop --", name, positionals, ...flags, "[--json]"].filter(Boolean).join(" ");
}

/**
 * Separates the arguments after the name of a command into positional ones and options. Throws a UsageError for an
 * unknown option.
 */
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
  if (extra !== undefined) throw refuse(`"${command.name}" has no argument for "${extra}".`);
  return { positionals, options, isJson: options.json === true };
}

/** Formats rows as a table. The cells of a column are padded to the same width. */
export function formatTable(headings: string[], rows: string[][]): string[] {
  const widths = headings.map((_, column) => Math.max(...[headings, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(headings), ...rows.map(line)];
}
