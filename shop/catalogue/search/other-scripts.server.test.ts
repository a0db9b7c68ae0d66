import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { growCatalogue } from "#tests/support/database/grown-catalogue.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { refreshBestKnown } from "./best-known.server.ts";
import { findWorks } from "./find-works.server.ts";

const { db } = await openTestDatabase();

const titles = {
  indica: "ஒரு பொன்னியின் செல்வன் கதை",
  jejuri: "অরণ্যের দিনরাত্রি ও আরণ্যক",
  sita: "ಒಂದು ಮೂಕಜ್ಜಿಯ ಕನಸುಗಳು",
  godan: "എന്റെ ഖസാക്കിന്റെ ഇതിഹാസം",
};

/** Gives four works titles in other scripts, and adds more popular works than a search walks through. */
async function fill() {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
    await growCatalogue(tx, { works: 3_200, byOneAuthor: 5, inOneSeries: 5 });
    for (const [workId, title] of Object.entries(titles))
      await tx.execute(sql`
        update works set title = ${title}, search_text = ${foldText(title)}, starting_rating = null, starting_rating_count = 0
        where id = ${workId}`);
    await tx.execute(sql`update works set starting_rating = 5, starting_rating_count = 900 where id like 'grown-%'`);
  });
  await refreshAllStaleListings(db);
  await refreshBestKnown(db);
}

await fill();
const found = async (query: string) => (await findWorks(db, query, { limit: 1_000 })).found.map(({ workId }) => workId);

test("a word in the middle of a title is found in every script of India, however many books are better known", async () => {
  for (const [workId, query] of [
    ["indica", "செல்வன்"],
    ["indica", "பொன்னியின் கதை"],
    ["indica", "செல்"],
    ["jejuri", "আরণ্যক"],
    ["jejuri", "দিনরাত্রি"],
    ["sita", "ಮೂಕಜ್ಜಿಯ"],
    ["godan", "ഇതിഹാസം"],
  ] as const)
    expect(await found(query), query).toEqual([workId]);
  expect(await found("செல்வன் தமிழ்")).toEqual([]);
});

test("what is written in Bengali is found in Latin letters and in Devanagari", async () => {
  for (const query of ["aranyak", "आरण्यक", "dinaratri"]) expect(await found(query), query).toContain("jejuri");
});
