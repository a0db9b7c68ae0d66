import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const questions = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length));

const question = process.argv[2] ?? "";
if (!questions.includes(question)) {
  console.error(`Say which: npm run bench -- ${questions.join(" | ")}`);
  process.exit(1);
}
await import(pathToFileURL(join(import.meta.dirname, `${question}.bench.ts`)).href);
