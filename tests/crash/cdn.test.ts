/** Kills the shop between a change and its purge, and checks that the CDN shows the change after the restart. */
import { afterAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { openCdnStandIn } from "#tests/support/cdn-stand-in.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";

const { db, url: databaseUrl } = await openTestDatabase();
const { folder, remove } = await makeDataFolder();
const port = await findFreePort();
const cdn = await openCdnStandIn((path) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" }));
const settings = { PORT: `${port}`, DATA_DIR: folder, DATABASE_URL: databaseUrl, CDN_PURGE_URL: cdn.purgeUrl };
let shop = startChildShop(settings);
afterAll(async () => {
  await shop.stop();
  await cdn.close();
  await remove();
});

async function askCdn() {
  const response = await fetch(`${cdn.url}/books/godan`);
  const price = Number(/"price":"?([\d.]+)/.exec(await response.text())?.[1]);
  const seconds = Number(/s-maxage=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1]);
  return { price, seconds, age: Number(response.headers.get("age")) };
}

test("a change that was not purged before the shop was killed shows as soon as it is open again", async () => {
  await shop.opened;
  await expect.poll(() => cdn.purges, { timeout: 10_000 }).toEqual(["POST shop"]);
  // Long lives begin once a purge has succeeded.
  await expect
    .poll(
      async () =>
        Number(/s-maxage=(\d+)/.exec((await fetch(`${shop.url}/books/godan`)).headers.get("cache-control")!)?.[1]),
      { timeout: 10_000 },
    )
    .toBeGreaterThan(60);
  const before = await askCdn();
  expect(before.seconds).toBeGreaterThan(60);

  await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'godan'`);
  await shop.stop("SIGKILL");
  expect((await askCdn()).price).toBe(before.price);
  shop = startChildShop(settings);
  await shop.opened;
  await expect.poll(async () => (await askCdn()).price, { timeout: 10_000 }).toBe(before.price - 1);
}, 120_000);
