import { openDatabase } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { readConfig } from "#server/config.ts";
import { SettingsError } from "#server/settings-error.ts";
import { createServices } from "#server/services.ts";
import { Mistake, readArguments, type Command } from "./command.ts";
import { contactClose, contactList, contactShow } from "./contact.ts";
import { newsletterList } from "./newsletter.ts";
import { ordersCancel, ordersDeliver, ordersList, ordersShip, ordersShow } from "./orders.ts";
import { outbox } from "./outbox.ts";
import { paymentsCheck, reconcile, refund } from "./payments.ts";
import { returnsAccept, returnsList, returnsReceive, returnsRefuse } from "./returns.ts";
import { stockReceive } from "./stock.ts";

const commands: Command[] = [
  ordersList,
  ordersShow,
  ordersShip,
  ordersDeliver,
  ordersCancel,
  returnsList,
  returnsAccept,
  returnsRefuse,
  returnsReceive,
  refund,
  reconcile,
  paymentsCheck,
  stockReceive,
  outbox,
  contactList,
  contactShow,
  contactClose,
  newsletterList,
];

function help(): string[] {
  const width = Math.max(...commands.map(({ name, words }) => `${name} ${words}`.length));
  return [
    "The bookseller's command line. It works on the same records as the shop, open or closed.",
    "",
    ...commands.map(({ name, words, says }) => `  npm run shop -- ${`${name} ${words}`.padEnd(width)}  ${says}`),
    "",
    "Each command tells more with --help, and answers in JSON with --json.",
  ];
}

function helpFor({ name, words, says, options }: Command): string[] {
  const flags = Object.entries({ ...options, json: { type: "boolean" as const, says: "answer in JSON" } });
  return [
    `npm run shop -- ${name} ${words}`.trim(),
    "",
    says,
    "",
    ...flags.map(([flag, option]) => {
      const value = "value" in option ? ` ${option.value}` : "";
      return `  ${`--${flag}${value}`.padEnd(26)} ${option.says}`;
    }),
  ];
}

async function main(args: string[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const command = commands.find(({ name }) => name.split(" ").every((word, place) => words[place] === word));
  if (!command) {
    const isLost = words.length > 0;
    (isLost ? console.error : console.log)(
      (isLost ? [`There is no command "${words.join(" ")}".`, ""] : []).concat(help()).join("\n"),
    );
    return isLost ? 1 : 0;
  }
  if (args.includes("--help")) {
    console.log(helpFor(command).join("\n"));
    return 0;
  }
  const rest = [...args];
  for (const word of command.name.split(" ")) rest.splice(rest.indexOf(word), 1);
  const { words: given, options, isJson } = readArguments(command, rest);

  const config = readConfig(process.env);
  const database = await openDatabase({ ...config, report: () => {} }).catch((error: Error) => {
    throw new Mistake(error.message, { cause: error });
  });
  try {
    await migrate(database.pool);
    // Letters are sent by the open shop; here they are only written.
    const services = await createServices(config, database.db, config.smtpUrl ?? "smtp://127.0.0.1:9");
    const { lines, data, isWell = true } = await command.run({ services, words: given, options });
    console.log(isJson ? JSON.stringify(data, null, 2) : lines.join("\n"));
    return isWell ? 0 : 1;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isPlain = error instanceof Mistake || error instanceof SettingsError;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
