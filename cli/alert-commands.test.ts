import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { commands } from "./commands.ts";

test("every command that an alert tells to use is one", () => {
  const alerts = readFileSync(join(import.meta.dirname, "..", "deploy", "alerts.yml"), "utf8").replaceAll(/\s+/g, " ");
  const told = [...alerts.matchAll(/npm run shop -- ([a-z]+(?: [a-z]+)?)/g)].map(([, words]) => words!);
  expect(told.length).toBeGreaterThan(5);
  for (const words of told)
    expect(
      commands.some(({ name }) => words === name || words.startsWith(`${name} `)),
      words,
    ).toBe(true);
});
