import { expect, test } from "vitest";

import { addStaff } from "#tests/support/desk/desk.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { listOrderViews, maxViews, saveOrderView } from "./order-views.server.ts";

const testServices = await openTestServices();
const { db } = testServices;

test("a view is replaced by one of the same name even when there is no room for another", async () => {
  const staffId = await addStaff(testServices, "bookseller");
  const nameOf = (place: number) => `View ${String(place).padStart(2, "0")}`;
  const save = (place: number, query: string) => saveOrderView(db, staffId, { name: nameOf(place), query });
  for (let place = 1; place <= maxViews; place += 1) expect(await save(place, "state=paid")).toBe(true);
  expect(await save(maxViews + 1, "state=paid")).toBe(false);
  for (const place of [1, maxViews]) expect(await save(place, "state=shipped")).toBe(true);
  const views = await listOrderViews(db, staffId);
  expect(views).toHaveLength(maxViews);
  expect(views.filter(({ query }) => query === "state=shipped").map(({ name }) => name)).toEqual([
    nameOf(1),
    nameOf(maxViews),
  ]);
});
