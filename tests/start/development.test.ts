import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder, startChildShop, type ChildShop } from "#tests/support/shop/child-shop.ts";
import { listPublicAddresses } from "#tests/support/browser/public-addresses.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { db, url } = await openTestDatabase();
const { folder, remove } = await makeDataFolder();
let shop: ChildShop;

beforeAll(async () => {
  const port = String(await findFreePort());
  shop = startChildShop({ NODE_ENV: "development", PORT: port, DATA_DIR: folder, DATABASE_URL: url }, "server/dev.ts");
  await shop.opened;
});
afterAll(remove);

test("pages come straight from their sources, and nothing is kept", async () => {
  const page = await fetch(`${shop.url}/about`);
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  expect(await page.text()).toContain("</html>");
  expect((await fetch(`${shop.url}/sw.js`)).status).toBe(404);
  expect((await fetch(`${shop.url}/design`)).status).toBe(200);
});

test("React has no warning about any page, such as a missing key or an unknown attribute", async () => {
  const addresses = new Set([...listRouteExamples().map(({ address }) => address), ...(await listPublicAddresses(db))]);
  for (const address of addresses) await (await fetch(`${shop.url}${address}`)).arrayBuffer();
  const warnings = shop
    .output()
    .split("\n")
    .filter((line) =>
      /Warning:|Each child in a list|React does not recognize|Invalid DOM property|cannot be a (child|descendant)/.test(
        line,
      ),
    );
  expect(warnings).toEqual([]);
});

test("the shop ends by its own means and not at once by Vite's", async () => {
  expect(await shop.stop()).toBe(0);
});
