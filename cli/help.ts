import { usageOf, type CommandWords } from "./command.ts";

/** All commands, or some of them, with what each does. */
export function helpForAll(commands: CommandWords[]): string[] {
  return [
    "The bookseller's command line. It works on the same records as the shop, open or closed.",
    "",
    ...listOf(commands),
    "",
    "Each command explains itself with --help, and prints JSON with --json. The two dashes after",
    "`npm run shop` are needed: without them npm takes the options for itself.",
    "",
    "Exit codes: 0 done; 1 done, and something needs your attention; 2 not done.",
  ];
}

/** One line for each command. */
export function listOf(commands: CommandWords[]): string[] {
  const width = Math.max(...commands.map(({ name, positionals }) => `${name} ${positionals}`.length));
  return commands.map(
    ({ name, positionals, description }) =>
      `  npm run shop -- ${`${name} ${positionals}`.padEnd(width)}  ${description}`,
  );
}

/** One command: what it does, how it is written, what each option means. */
export function helpFor(command: CommandWords): string[] {
  const { name, description, options, example } = command;
  const flags = Object.entries({ ...options, json: { type: "boolean" as const, description: "answer in JSON" } });
  return [
    usageOf(command),
    "",
    description,
    "",
    ...flags.map(([flag, option]) => {
      const value = "value" in option ? ` ${option.value}` : "";
      return `  ${`--${flag}${value}`.padEnd(26)} ${option.description}`;
    }),
    ...(example ? ["", `For example: npm run shop -- ${name} ${example}`] : []),
  ];
}
