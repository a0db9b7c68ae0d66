import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { runAll, sizedBenches } from "./run-all.ts";

const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length));

const [name, ...rest] = process.argv.slice(2);
if (name !== undefined && benches.includes(name))
  await import(pathToFileURL(join(import.meta.dirname, `${name}.bench.ts`)).href);
else if (name === undefined || name === "--quick") {
  const unknown = rest.filter((one) => !sizedBenches.includes(one));
  if (unknown.length > 0) refuse();
  else process.exitCode = (await runAll({ isQuick: name === "--quick", only: rest })) ? 0 : 1;
} else refuse();

function refuse() {
  console.error(`Say which, or none for all: npm run bench -- ${benches.join(" | ")} | --quick [some of them]`);
  process.exitCode = 1;
}
