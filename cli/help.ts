import { usageOf, type CommandWords } from "./command.ts";

/** All commands under their headings, with their descriptions. */
export function helpForAll(groups: Record<string, CommandWords[]>): string[] {
  const width = widthOf(Object.values(groups).flat());
  return [
    "The operator's command line. It works on the same records as the shop, open or closed.",
    "Orders, readers, books, prices and settings are managed at the desk, in a browser.",
    "",
    ...Object.entries(groups).flatMap(([heading, commands]) => [heading, ...listOf(commands, width), ""]),
    "Each command shows its help with --help, and prints JSON with --json. The two dashes after",
    "`npm run shop` are needed: without them npm reads the options itself.",
    "",
    "Exit codes: 0 done; 1 done, but something needs your attention; 2 not done.",
  ];
}

/** One line for each command. */
export function listOf(commands: CommandWords[], width = widthOf(commands)): string[] {
  return commands.map(
    ({ name, positionals, description }) =>
      `  npm run shop -- ${`${name} ${positionals}`.padEnd(width)}  ${description}`,
  );
}

function widthOf(commands: CommandWords[]): number {
  return Math.max(...commands.map(({ name, positionals }) => `${name} ${positionals}`.length));
}

/** The help of one command: description, usage and options. */
export function helpFor(command: CommandWords): string[] {
  const { name, description, options, example } = command;
  const flags = Object.entries({
    ...options,
    json: { type: "boolean" as const, description: "print the result as JSON" },
  });
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
