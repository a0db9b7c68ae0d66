import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { Admission, checkoutConnections } from "#server/http/load/admission.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { cartOf, deliveryOf, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices, publicUrl } from "#tests/support/shop/test-services.ts";

const buyers = 60;
const { services, db, url, standIn } = await openTestServices();

test(`of ${buyers} buyers at once nobody stands in the queue of the database's connections behind more than one other`, async () => {
  const imagesFolder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
  const lane = openPool(url, checkoutConnections);
  const pages = await productionPages({
    services,
    imagesFolder,
    standIns: [],
    admission: new Admission(() => 0),
    checkoutDb: queriesOver(lane, lane),
  });
  onTestFinished(async () => {
    standIn.setFault("slowAnswer", null);
    await pages.close();
    await lane.end();
    await rm(imagesFolder, { recursive: true, force: true });
  });
  await warm(lane, checkoutConnections);
  await setStock(db, "godan", buyers);
  standIn.setFault("slowAnswer", { path: "/v1/orders", milliseconds: 100, times: "always" });
  const carts = Array.from({ length: buyers }, (_, buyer) => cartOf(`lane${buyer}`));
  for (const cart of carts) await fillCart(db, cart, { godan: 1 });

  let mostWaiting = 0;
  const look = setInterval(() => (mostWaiting = Math.max(mostWaiting, lane.waitingCount)), 1);
  onTestFinished(() => clearInterval(look));
  const placed = await Promise.all(
    carts.map((cart) =>
      pages.fetch(
        new Request(`${publicUrl}/checkout`, {
          method: "POST",
          headers: { origin: publicUrl, accept: "application/json", cookie: `cart=${cart}` },
          body: new URLSearchParams({ ...deliveryOf(cart) }),
        }),
      ),
    ),
  );
  expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([200]));
  expect(mostWaiting).toBeLessThanOrEqual(checkoutConnections);
});
