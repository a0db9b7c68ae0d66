import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { announcedCode } from "#db/demo/choices.ts";
import { readingLists } from "#db/demo/reading-lists.ts";
import { demoRecords } from "#server/demo-catalogue.ts";

const root = join(import.meta.dirname, "../..");
const folders = ["app", "shop", "server", "packages/covers", "ui", "routing"];
/** Excluded files: the demonstration itself, the design page of development, and the sample order of letters. */
const exceptions = /^(server\/demo-|app\/routes\/design\/|shop\/office\/letters\/orders\/sample-order\.ts)/;
/** Comments, and addresses in samples of letters, do not count. */
const told = /\/\*[\s\S]*?\*\/|\/\/ .*|https:\/\/endpaper\.example[^"`]*/g;

const { categories, works, authors, books, series, bundles } = demoRecords();
const ids = [categories, works, authors, books, series, bundles, readingLists].flatMap((records) =>
  records.map(({ id }) => id),
);
/** Ids that are also ordinary words in the code. */
const ownWords = new Set(["quiet", "children", "biography", "translations"]);

test("no id of the demonstration stands in the code of the shop", () => {
  const wanted = new Set([...ids, announcedCode].filter((id) => !ownWords.has(id)));
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => /\.(ts|tsx|js)$/.test(path) && !/\.test\.tsx?$/.test(path) && !exceptions.test(path))
      .flatMap((path) => {
        const words = readFileSync(join(root, path), "utf8")
          .replace(told, "")
          .match(/(?<=["'`/=])[A-Za-z0-9-]+(?=["'`/?#&])|(?<=\b)[a-z0-9-]+(?=: [[{"])/g);
        return [...new Set(words)].filter((word) => wanted.has(word)).map((word) => `${path}: ${word}`);
      }),
  );
  expect(found).toEqual([]);
});
