/**
 * Runs one command line of the operator: finds the command, parses its arguments, opens the database and formats the
 * result.
 */
import type { Writable } from "node:stream";

import { openDatabase, jobLimits, type Database } from "#db/connect.ts";
import { OldDatabaseError } from "#db/schema/baseline.ts";
import { migrateAsOwner, needsMigration } from "#db/migrate.ts";
import { inTransaction } from "#db/transaction.ts";
import { readConfig } from "#server/config/config.ts";
import { isShopOpen } from "#server/data-folder-lock.ts";
import { SettingsError } from "#server/config/settings-error.ts";
import { withDeskCredentials } from "#server/credentials.ts";
import { createServices } from "#server/services.ts";
import { writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import type { Services } from "#shop/services.ts";
import { ProviderError } from "#shop/sales/payments/payment-provider.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import {
  commandLine,
  UsageError,
  readArguments,
  type CommandContext,
  type CommandWords,
  type CommandResult,
} from "./command.ts";
import { commandGroups, commands } from "./commands.ts";
import { helpFor, helpForAll, listOf } from "./help.ts";

/** The exit code and output of a command line. */
export interface Answer {
  /** 0: done. 1: done, but something needs attention. 2: not done. */
  exitCode: 0 | 1 | 2;
  /** The standard output; empty if the command was not done. */
  out: string;
  /** Why the command was not done; printed to the standard error. */
  error: string;
}

/**
 * Runs a command line with the settings in `env`. `progress` receives progress lines, `output` receives output that is
 * too large for memory. Throws only unexpected errors.
 */
export async function runCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  progress: CommandContext["progress"] = () => {},
  output: Writable = process.stdout,
): Promise<Answer> {
  try {
    return await answer(args, env, progress, output);
  } catch (error) {
    if (error instanceof UsageError || error instanceof SettingsError || error instanceof OldDatabaseError)
      return notDone(error.message);
    if (error instanceof ProviderError) {
      const silence = `${nameProvider(error.provider)} gave no usable response (${error.message.replace(/\.$/, "")}).`;
      return notDone(`${silence} Try again in a minute.`);
    }
    throw error;
  }
}

async function answer(
  args: string[],
  env: NodeJS.ProcessEnv,
  progress: CommandContext["progress"],
  output: Writable,
): Promise<Answer> {
  const isHelp = (arg: string | undefined) => arg === "--help" || arg === "-h";
  const given = args[0] === "help" ? [...args.slice(1), "--help"] : args;
  // The longest matching name counts: `import list` is a command, not `import` with a file called list.
  const [command] = commands
    .filter(({ name }) => name.split(" ").every((word, place) => given[place] === word))
    .toSorted((one, other) => other.name.length - one.name.length);
  if (!command) {
    if (given.length === 0 || isHelp(given[0])) return done({ lines: helpForAll(commandGroups), data: null }, false);
    throw unknownCommand(given);
  }
  const rest = given.slice(command.name.split(" ").length);
  if (rest.some(isHelp)) return done({ lines: helpFor(command), data: null }, false);
  const { positionals, options, isJson } = readArguments(command, rest);
  if (isJson && command.options.file && !options.file)
    throw new UsageError("With --json, use --file FILE: the standard output can contain only one of the two.");
  if ("runBare" in command) {
    const config = readConfig(env, null);
    return done(await command.runBare({ config, positionals, options, progress, output }), isJson);
  }
  return withServices(env, progress, async (services) => {
    const work = () => command.run({ services, positionals, options, progress, output });
    if (!command.noted || options.preview === true) return done(await work(), isJson);
    const typed = [command.name, ...rest].join(" ");
    await note(services, command.noted.action, `${command.noted.words}: ${typed}`);
    try {
      return done(await work(), isJson);
    } catch (error) {
      const why = error instanceof UsageError ? ` ${error.message}` : "";
      // If this entry cannot be written either, for example without a database, report the error of the command itself.
      await note(services, command.noted.action, `This failed: ${typed}.${why}`).catch(() => {});
      throw error;
    }
  });
}

function note({ db, now }: Services, action: string, words: string) {
  return inTransaction(db, (tx) => writeAuditLog(tx, commandLine, now(), { action, words }));
}

function unknownCommand(given: string[]): UsageError {
  if (given[0]?.startsWith("-")) return new UsageError("Put the command before its options. See: npm run shop");
  const words = given.filter((arg) => !arg.startsWith("-"));
  const near: CommandWords[] = commands.filter(({ name }) => name.split(" ")[0] === words[0]);
  const hint = listOf(near.length > 0 ? near : commands).join("\n");
  return new UsageError(
    `There is no command "${words.join(" ")}". There ${near.length === 1 ? "is" : "are"}:\n${hint}`,
  );
}

/** Opens the database, runs `work` with the services of the shop, and closes both. */
async function withServices(
  env: NodeJS.ProcessEnv,
  report: CommandContext["progress"],
  work: (services: CommandContext["services"]) => Promise<Answer>,
): Promise<Answer> {
  const config = readConfig(env, null);
  const database = await openDatabase({ ...config, report, limits: jobLimits }).catch((error: Error) => {
    throw new UsageError(error.message, { cause: error });
  });
  try {
    await migrateUnlessShopIsOpen(database);
    const services = await createServices(await withDeskCredentials(config, database.db), database.db);
    try {
      return await work(services);
    } finally {
      services.mailer.close();
    }
  } finally {
    await database.close();
  }
}

/**
 * Migrates the database, unless a shop is open on it: that shop is an older version, which may fail with newer tables.
 */
async function migrateUnlessShopIsOpen(database: Database): Promise<void> {
  if (!(await needsMigration(database))) return;
  if (await isShopOpen(database)) {
    throw new UsageError(
      "An older version of the shop is running, and this version's commands need changes to the database. Nothing was " +
        "done. Start the shop again, so that it runs this version; then give the command again.",
    );
  }
  await migrateAsOwner(database);
}

function done({ lines, data, isWell = true }: CommandResult, isJson: boolean): Answer {
  return { exitCode: isWell ? 0 : 1, out: isJson ? JSON.stringify(data, null, 2) : lines.join("\n"), error: "" };
}

function notDone(error: string): Answer {
  return { exitCode: 2, out: "", error };
}
