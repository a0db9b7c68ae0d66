import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";
import { expect, test } from "vitest";

import { fixedPages, withOriginal } from "#app/content/fixed-pages/fixed-pages.ts";
import { readFixedPage } from "#app/http/fixed-page.server.ts";
import { writeSections } from "#app/content/write-page.ts";
import { readPageFacts } from "#app/http/page-facts.server.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { findPage } from "#shop/office/pages/pages.server.ts";
import { keepWordsOfEnvironment } from "#server/words-of-environment.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const words =
  "- Since *1962*, we {sell} [books](javascript:alert).\nA \\ line.\n15. August: closed\r\n  - 2) closed\n 3) closed\n\n# Last";

/** Stores settings as an older version did, and runs the migrations. */
async function migrateWords(db: Db, pool: Pick<pg.Pool, "query">, settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings))
    await db.execute(sql`insert into shop_settings (name, value, changed_at) values (${name}, ${value}, now())`);
  for (const name of ["0201_words_of_pages.sql", "0218_about_and_contact.sql"])
    await pool.query(await readFile(join(import.meta.dirname, "..", "..", "db", "migrations", name), "utf8"));
}

const parts = [["- Since *1962*, we {sell} [books](javascript:alert)."], ["A \\ line."], ["15. August: closed"]];

test("what was written in the settings for shipping becomes a part of its page, word for word", async () => {
  const { services, pool, db } = await openTestServices();
  await migrateWords(db, pool, { SHIPPING_WORDS: words });
  const page = (await findPage(db, "shipping"))!;
  const [first] = writeSections(withOriginal(page.text, "## Next\n\nN."), await readPageFacts(services));
  expect(first).toEqual({
    id: "bookseller",
    heading: "From the bookseller",
    blocks: [...parts, ["- 2) closed"], ["3) closed"], ["# Last"]],
  });
  expect(page.text).toMatch(/\n\{original text\}$/);
  expect(await findPage(db, "returns")).toBeNull();
});

test("words in the environment are written into a page that the bookseller left as it was, as the migration would", async () => {
  const { db, pool } = await openTestServices();
  const at = new Date();
  const lead = "Two\nlines.";
  const given = { shipping: { part: words }, returns: {}, about: { lead, part: words }, contact: { lead } };
  expect(await keepWordsOfEnvironment(db, given, at)).toEqual(["shipping", "about", "contact"]);
  const read = () => Promise.all(["shipping", "about", "contact"].map((id) => findPage(db, id)));
  const pages = await read();
  await db.execute(sql`delete from pages`);
  const named = { ABOUT_LEAD: lead, BOOKSELLER_WORDS: words, CONTACT_WORDS: lead };
  await migrateWords(db, pool, { SHIPPING_WORDS: words, ...named });
  expect(await read()).toEqual(pages);
  const others = { shipping: { part: "Others." }, returns: { part: "Ours." } };
  expect(await keepWordsOfEnvironment(db, others, at)).toEqual(["returns"]);
  expect(await read()).toEqual(pages);
});

test("what was written in the settings for About and Contact is shown on these pages, with the shop's own words", async () => {
  const { services, pool, db } = await openTestServices();
  await migrateWords(db, pool, { BOOKSELLER_WORDS: words, CONTACT_WORDS: "Write\nto us." });
  const [about, contact] = await Promise.all([readFixedPage(services, "about"), readFixedPage(services, "contact")]);
  expect(about.page.lead).toBe(fixedPages.about.lead);
  expect(about.page.sections.map(({ id }) => id)).toEqual(["bookseller", "beliefs", "who"]);
  expect(about.page.sections[0]!.blocks.slice(0, 3)).toEqual(parts);
  expect(contact.page.lead).toBe("Write to us.");
  expect(contact.page.sections.map(({ id }) => id)).toEqual(["ways", "grievance"]);
});
