import { expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder, startChildShop } from "#tests/support/child-shop.ts";
import { listPublicAddresses } from "#tests/support/public-addresses.ts";
import { listRouteExamples } from "#tests/support/route-examples.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { db, url } = await openTestDatabase();

test("React's development build has no warning about any page, such as a missing key or an unknown attribute", async () => {
  const { folder, remove } = await makeDataFolder();
  const port = await findFreePort();
  const shop = startChildShop({
    NODE_ENV: "development",
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: url,
  });
  await shop.opened;
  const addresses = new Set([...listRouteExamples().map(({ address }) => address), ...(await listPublicAddresses(db))]);
  for (const address of addresses) await (await fetch(`${shop.url}${address}`)).arrayBuffer();
  await shop.stop();
  await remove();
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
