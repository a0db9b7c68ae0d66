import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";
import { expect, test } from "vitest";

import { withOriginal } from "#app/content/fixed-pages/fixed-pages.ts";
import { writeSections } from "#app/content/write-page.ts";
import { readPageFacts } from "#app/http/page-facts.server.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { findPage } from "#shop/office/pages/pages.server.ts";
import { keepWordsOfEnvironment } from "#server/words-of-environment.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const words =
  "- Since *1962*, we {sell} [books](javascript:alert).\nA \\ line.\n15. August: closed\r\n  - 2) closed\n 3) closed\n\n# Last";

async function migrateWords(db: Db, pool: Pick<pg.Pool, "query">) {
  await db.execute(sql`insert into shop_settings (name, value, changed_at) values ('SHIPPING_WORDS', ${words}, now())`);
  const migration = join(import.meta.dirname, "..", "..", "db", "migrations", "0201_words_of_pages.sql");
  await pool.query(await readFile(migration, "utf8"));
}

test("what was written in the settings for shipping becomes a part of its page, word for word", async () => {
  const { services, pool, db } = await openTestServices();
  await migrateWords(db, pool);
  const page = (await findPage(db, "shipping"))!;
  const [first] = writeSections(withOriginal(page.text, "## Next\n\nN."), await readPageFacts(services));
  expect(first).toEqual({
    id: "bookseller",
    heading: "From the bookseller",
    blocks: [
      ["- Since *1962*, we {sell} [books](javascript:alert)."],
      ["A \\ line."],
      ["15. August: closed"],
      ["- 2) closed"],
      ["3) closed"],
      ["# Last"],
    ],
  });
  expect(page.text).toMatch(/\n\{original text\}$/);
  expect(await findPage(db, "returns")).toBeNull();
});

test("words in the environment are written into a page that the bookseller left as it was, as the migration would", async () => {
  const { db, pool } = await openTestServices();
  const at = new Date();
  expect(await keepWordsOfEnvironment(db, { shipping: words, returns: undefined }, at)).toEqual(["shipping"]);
  const page = await findPage(db, "shipping");
  await db.execute(sql`delete from pages`);
  await migrateWords(db, pool);
  expect(await findPage(db, "shipping")).toEqual(page);
  expect(await keepWordsOfEnvironment(db, { shipping: "Others.", returns: "Ours." }, at)).toEqual(["returns"]);
  expect(await findPage(db, "shipping")).toEqual(page);
});
