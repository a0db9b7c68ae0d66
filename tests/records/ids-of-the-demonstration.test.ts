import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { readDemo } from "#server/demo-data.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const root = join(import.meta.dirname, "../..");
const folders = ["app", "shop", "server", "packages/covers", "ui", "routing"];
/** The demonstration itself, the page of the design that only development has, and the samples of letters. */
const exceptions =
  /^(server\/demo-|app\/routes\/design\/|shop\/office\/letters\/orders\/(sample-order|quotation\.server)\.ts)/;
/** Comments, and addresses in the samples of letters: no choice is made in them. */
const told = /\/\*[\s\S]*?\*\/|\/\/ .*|https:\/\/endpaper\.example[^"`]*/g;

const { db } = await openTestDatabase();
const { rows } = await db.execute<{ id: string }>(sql`
  select id from categories union select id from works union select id from authors union select id from books
  union select id from series union select id from bundles union select id from reading_lists`);
/** Ids that are words of the shop's own, and name something else wherever they stand. */
const ownWords = new Set(["quiet", "children", "biography", "translations", "graphic", "business"]);

test("no id of the demonstration stands in the code of the shop", () => {
  const wanted = new Set(
    [...rows.map(({ id }) => id), readDemo("choices").promotion.code].filter((id) => !ownWords.has(id)),
  );
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
