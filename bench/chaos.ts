import { parseArgs } from "node:util";

import { runChaos } from "./chaos-run.ts";

const usage = "npm run chaos -- [--minutes 2] [--seed 1] [--shoppers 24] [--log FILE]";

const { values } = readOptions();
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupted.abort(signal));
const isWell = await runChaos({
  minutes: numberOf("minutes", 2),
  seed: numberOf("seed", 1),
  shoppers: numberOf("shoppers", 24),
  logFile: values.log,
  signal: interrupted.signal,
});
if (interrupted.signal.aborted) console.log("Interrupted. Everything that was opened is closed; there is no verdict.");
process.exit(interrupted.signal.aborted ? 130 : isWell ? 0 : 1);

function readOptions() {
  try {
    return parseArgs({
      options: {
        minutes: { type: "string" },
        seed: { type: "string" },
        shoppers: { type: "string" },
        log: { type: "string" },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function numberOf(name: "minutes" | "seed" | "shoppers", usual: number): number {
  const given = values[name];
  if (given === undefined) return usual;
  const isWhole = name !== "minutes";
  if (!(isWhole ? /^\d{1,9}$/ : /^\d{1,4}(\.\d+)?$/).test(given)) return refuse(`--${name} takes a number.`);
  return Number(given);
}

function refuse(message: string): never {
  console.error(`${message}\n${usage}`);
  process.exit(2);
}
