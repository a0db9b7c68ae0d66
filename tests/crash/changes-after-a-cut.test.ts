import { sql } from "#db/sql.ts";
import { afterAll, expect, onTestFinished, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const line = await openDatabaseProxy(shop.url);
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
  // The page is still cached: the shop has not received the change.
  expect(await textOf(path)).toBe(before);
  line.mend();
  await expect.poll(() => textOf(path), { timeout: 20_000 }).toContain("Changed behind the cut.");
});

test("a setting that changes while the shop cannot read it holds when it can again", async () => {
  const { folder, remove } = await makeDataFolder();
  const pooled = await openDatabaseProxy(shop.url);
  const settings = { DATABASE_URL: pooled.url, DATABASE_DIRECT_URL: shop.url, DATA_DIR: folder };
  const child = startChildShop({ ...settings, PORT: String(await findFreePort()) });
  onTestFinished(async () => {
    await child.stop();
    await pooled.close();
    await remove();
  });
  await child.opened;
  pooled.cut();
  await shop.services.db.execute(sql`
    insert into shop_settings (name, value, changed_at) values ('SHOP_NAME', 'Paper & Ink', now())`);
  await expect.poll(child.output).toContain("Reloading the settings failed");
  pooled.mend();
  const about = async () => (await fetch(`${child.url}/about`)).text();
  await expect.poll(about).toContain("Paper &amp; Ink");
});
