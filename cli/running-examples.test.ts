import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { csvTemplate } from "#shop/import/csv/template.ts";
import { openTestServices, settingsOf } from "#tests/support/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-examples-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
await writeFile(join(folder, "books.csv"), csvTemplate());

const text = await readFile(join(import.meta.dirname, "../docs/running.md"), "utf8");
const blocks = Array.from(text.matchAll(/^```\n(.*?)^```$/gms), ([, block]) => block!);
const examples = blocks
  .flatMap((block) => block.split("\n"))
  .flatMap((line) => /^npm run shop -- ([^#]+)/.exec(line)?.[1]?.trim() ?? []);

test("there are examples", () => {
  expect(examples.length).toBeGreaterThan(4);
});

test.each(examples)("npm run shop -- %s", async (example) => {
  const args = example
    .split(" ")
    .map((word) => (word.includes(".") && !word.includes("=") ? join(folder, word) : word));
  const { exitCode, error } = await runCommand(args, settingsOf(testServices));
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: "" });
});
