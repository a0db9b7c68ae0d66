import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { printLeftOut, readCommandLine } from "#proving-ground/reports/command-line.ts";
import { benchUsage, planBench } from "./table/bench-plan.ts";
import { runAll } from "./table/run-all.ts";

const plan = readCommandLine(benchUsage, planBench);
if (plan.kind === "one") await import(pathToFileURL(join(import.meta.dirname, `${plan.name}.bench.ts`)).href);
else {
  printLeftOut(plan.leftOut);
  process.exitCode = (await runAll(plan)) ? 0 : 1;
}
