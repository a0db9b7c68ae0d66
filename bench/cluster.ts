import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import { clusterFaults } from "./cluster-faults.ts";
import { runCluster } from "./cluster-run.ts";

const usage =
  "npm run demo:cluster -- [--fault NAME ...] [--seconds 60] [--pages 20] [--buyers 4] [--port 7300] [--asynchronous] [--from COMMIT]\n" +
  `Faults, one after another, or typed in while it runs:\n${Object.entries(clusterFaults)
    .map(([name, { does }]) => `  ${name}: ${does}`)
    .join("\n")}`;

const { values } = readOptions();
for (const name of values.fault ?? []) if (!Object.hasOwn(clusterFaults, name)) refuse(`There is no fault ${name}.`);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupted.abort(signal));
try {
  const isWell = await runCluster({
    port: numberOf("port", 7300),
    faults: values.fault ?? [],
    seconds: numberOf("seconds", 60),
    pagesPerSecond: numberOf("pages", 20),
    buyers: numberOf("buyers", 4),
    isSynchronous: !values.asynchronous,
    from: values.from ?? null,
    signal: interrupted.signal,
    onTyped(strike) {
      if (process.stdin.isTTY) createInterface({ input: process.stdin }).on("line", (line) => strike(line.trim()));
    },
  });
  process.exit(interrupted.signal.aborted ? 130 : isWell ? 0 : 1);
} catch (error) {
  if (interrupted.signal.aborted) process.exit(130);
  console.error((error as Error).message);
  process.exit(1);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        fault: { type: "string", multiple: true },
        seconds: { type: "string" },
        pages: { type: "string" },
        buyers: { type: "string" },
        port: { type: "string" },
        asynchronous: { type: "boolean" },
        from: { type: "string" },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function numberOf(name: "seconds" | "pages" | "buyers" | "port", usual: number): number {
  const given = values[name];
  if (given === undefined) return usual;
  if (!/^[1-9]\d{0,4}$/.test(given)) return refuse(`--${name} takes a whole number.`);
  return Number(given);
}

function refuse(message: string): never {
  console.error(`${message}\n${usage}`);
  process.exit(2);
}
