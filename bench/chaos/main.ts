import { printLeftOut, readCommandLine } from "#proving-ground/reports/command-line.ts";
import { chaosUsage, planChaos } from "./chaos-plan.ts";
import { runChaos } from "./run-chaos.ts";

const { leftOut, ...plan } = readCommandLine(chaosUsage, planChaos);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupted.abort(signal));
printLeftOut(leftOut);
const isWell = await runChaos({ ...plan, signal: interrupted.signal });
if (interrupted.signal.aborted) console.log("Interrupted. Everything that was opened is closed; there is no verdict.");
process.exit(interrupted.signal.aborted ? 130 : isWell ? 0 : 1);
