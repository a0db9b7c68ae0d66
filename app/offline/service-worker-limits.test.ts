import { expect, test } from "vitest";

import { openWorkerEnvironment, page, type WorkerEnvironment } from "#tests/support/shop/worker-environment.ts";

const data = { destination: "", mode: "cors" };

/** Opens a browser with an active service worker that has cached Asha's orders. */
async function withOrders(): Promise<WorkerEnvironment> {
  const world = openWorkerEnvironment();
  await world.install();
  world.setPartition("asha");
  world.answer((path) => page(path, { word: "asha" }));
  await world.fetch("/orders");
  return world;
}

test("the address of the sign-out forgets nobody while it is only opened, and no other form does", async () => {
  const world = await withOrders();
  expect(await world.fetch("/api/auth/logout")).toBeNull();
  expect(await world.fetch("/cart/lines", { method: "POST" })).toBeNull();
  expect(world.cachedIn("personal-new-asha")).toEqual(["/orders"]);
});

test("what a script asks for that is no page's data is the browser's alone", async () => {
  const world = await withOrders();
  expect(await world.fetch("/wishlist/cards?id=godan", data)).toBeNull();
});

test("a browser that cannot say whose pages these are keeps no page that the shop keeps from being stored", async () => {
  const world = openWorkerEnvironment({ hasCookieStore: false });
  await world.install();
  world.answer((path) => {
    const answer = page(path, { word: "asha" });
    answer.headers.delete("x-cache-partition");
    return answer;
  });
  await world.fetch("/account");
  expect(await world.stores.keys()).toEqual(["shop-new"]);
});
