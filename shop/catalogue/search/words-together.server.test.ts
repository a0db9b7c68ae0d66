import { beforeAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { countStatements } from "#tests/support/database/count-statements.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { refreshBestKnown } from "./best-known.server.ts";
import { countSearchTerms } from "./counts/count-words.server.ts";
import { findWorks } from "./find-works.server.ts";

const { db } = await openTestDatabase();

/** Every third work has each of the words, so that every 27th has all of them. */
beforeAll(async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description, starting_rating, starting_rating_count)
    select 'made-' || n, title, lower(title), '', 4, 100000 - n
    from generate_series(1, 6000) n cross join lateral concat_ws(' ', 'Tale ' || n, case when n % 3 = 0 then 'Lantern' end,
      case when n / 3 % 3 = 0 then 'Orchard' end, case when n / 9 % 3 = 0 then 'Harbour' end) title`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select id, id, true, 'paperback', 'en', 29900, 24900, id || '-0123456789' from works where id like 'made-%'`);
  await refreshAllStaleListings(db);
  await db.execute(sql`analyze listings`);
  await countSearchTerms(db);
  await refreshBestKnown(db, 1_000);
}, 60_000);

test("common words that few books have together are asked of the index once, as a rare word is", async () => {
  let found: string[] = [];
  const search = (text: string) => async () => {
    found = (await findWorks(db, text, { limit: 1_001 })).found.map(({ workId }) => workId);
  };
  const ofRare = await countStatements(search("amitav ghosh"));
  expect(found).toContain("sea-of-poppies");
  expect(await countStatements(search("lantern orchard harbour"))).toBe(ofRare);
  const wanted = Array.from({ length: 6_000 }, (_, place) => place + 1).filter((n) => n % 27 === 0);
  expect(found).toEqual(wanted.map((n) => `made-${n}`));
});
