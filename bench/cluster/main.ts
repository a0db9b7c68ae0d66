import { createInterface } from "node:readline";

import { messageOf } from "#shop/kernel/text/message-of.ts";
import { printLeftOut, readCommandLine } from "#proving-ground/reports/command-line.ts";
import { clusterUsage, planCluster } from "./cluster-plan.ts";
import { runCluster } from "./run-cluster.ts";

const { leftOut, ...plan } = readCommandLine(clusterUsage, planCluster);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupted.abort(signal));
printLeftOut(leftOut);
try {
  const isWell = await runCluster({
    ...plan,
    signal: interrupted.signal,
    onTyped(strike) {
      if (process.stdin.isTTY) createInterface({ input: process.stdin }).on("line", (line) => strike(line.trim()));
    },
  });
  process.exit(interrupted.signal.aborted ? 130 : isWell ? 0 : 1);
} catch (error) {
  if (interrupted.signal.aborted) process.exit(130);
  console.error(messageOf(error));
  process.exit(1);
}
