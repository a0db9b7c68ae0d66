import { sql } from "#db/sql.ts";
import { afterAll, expect, test } from "vitest";

import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { openDatabaseLine } from "#tests/support/database-line.ts";
import { openTestShop } from "#tests/support/test-shop.ts";

const shop = await openTestShop();
const line = await openDatabaseLine(shop.url);
const changes = await subscribeToCatalogueChanges(line.url, shop.pages.drop);
afterAll(async () => {
  await changes.close();
  await line.close();
});

const textOf = async (path: string) => (await shop.fetch(path)).text();

test("a book that changes while nobody could hear of it has a fresh page when the line is there again", async () => {
  const path = "/books/godan";
  const before = await textOf(path);
  expect(before).not.toContain("Changed behind the cut.");
  line.cut();
  await shop.services.db.execute(sql`update works set description = 'Changed behind the cut.' where id = 'godan'`);
  // The page is kept and nobody knows better.
  expect(await textOf(path)).toBe(before);
  line.mend();
  await expect.poll(() => textOf(path), { timeout: 20_000 }).toContain("Changed behind the cut.");
});
