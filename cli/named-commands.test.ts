import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { commands } from "./commands.ts";

const root = join(import.meta.dirname, "..");
const files = [
  "*.md",
  "{app,bench,cli,db,deploy,desk,docs,server,setup,shop,tests}/**/*.{json,md,mjs,ts,tsx,yml}",
  "deploy/shop-command",
];

/** Finds the words after `npm run shop --` in a text, across line breaks. */
function namedIn(text: string): string[] {
  const flat = text.replaceAll(/\s+(?:(?:\/\/|\*|#) )?/g, " ");
  return [...flat.matchAll(/npm run shop -- ([a-z-]+(?: [a-z-]+)*)/g)].map(([, words]) => words!);
}

test("every command that a page, a message, a letter or an alert names is one", () => {
  const named = globSync(files, { cwd: root }).flatMap((file) =>
    namedIn(readFileSync(join(root, file), "utf8")).map((words) => ({ file, words })),
  );
  const isCommand = (words: string) => commands.some(({ name }) => `${words} `.startsWith(`${name} `));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ words }) => !isCommand(words))).toEqual([]);
});
