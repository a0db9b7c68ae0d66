import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { deskRoutes } from "#desk/desk-routes.ts";
import { makeLongReports } from "#shop/office/back-office/long-reports.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { countQueries } from "#tests/support/database/count-statements.ts";
import { addFinishedImport, addFinishedJob } from "#tests/support/desk-authority/imports.ts";
import { addPurchaseOrder, addSupplierReturn } from "#tests/support/desk-authority/buying.ts";
import { knownChallan } from "#tests/support/desk-authority/orders.ts";
import { addQuotation } from "#tests/support/desk-authority/quotations.ts";
import { knownBill } from "#tests/support/desk-authority/counter.ts";
import { counting } from "#tests/support/desk-authority/stock.ts";
import { preparedStorefront } from "#tests/support/desk-authority/window.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { deskAddresses, routesNotOpened } from "#tests/support/desk/desk-addresses.ts";
import { seedOrders } from "#tests/support/sales/seed-orders.ts";

const desk = await openTestDesk();
desk.services.settings.seller.gstin = "29AABCE1234F1Z1";
const owner = await addStaff(desk, "owner");
await addPasskeyRow(desk, owner);
// With this many orders, a query per row of a list would exceed the limit.
await seedOrders({ ownerUrl: desk.url }, 3_000);
// The seeded orders were not paid at the stand-in, and its payments are compared with the orders after the last test.
afterAll(() => desk.db.execute(sql`truncate orders cascade`));
await counting(desk, owner);
await addPurchaseOrder(desk, owner);
await addQuotation(desk, owner);
await addSupplierReturn(desk, owner);
await knownChallan(desk);
await preparedStorefront(desk);
await knownBill(desk);
await addFinishedJob(desk, owner);
await addFinishedImport(desk);
const browser = openDeskBrowser(desk, await addStaffSession(desk, owner));
const addresses = Object.entries(await deskAddresses(desk.db, isoDay(desk.services.now())));

/** Upper limit of queries per page, including those for the session. */
const maxQueries = 6;

test("every page of the desk has an address here", () => {
  const pages = Object.keys(deskRoutes).filter((path) => !(routesNotOpened as readonly string[]).includes(path));
  expect(addresses.map(([page]) => page).sort()).toEqual(pages.sort());
  expect(addresses.filter(([, paths]) => paths.length === 0)).toEqual([]);
});

/** The compressed size in bytes of the scripts, styles and fonts that a page loads. */
function loadedBytes(html: string): number {
  const assets = join(import.meta.dirname, "..", "..", "..", "build", "desk", "client", "assets");
  const named = new Set([...html.matchAll(/\/assets\/([\w.-]+\.(?:js|css|woff2))/g)].map(([, file]) => file!));
  return [...named]
    .map((file) => readFileSync(join(assets, file.endsWith(".woff2") ? file : `${file}.br`)).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

test.each(addresses)(
  "%s asks at most six queries and loads at most 159 kB, however much it shows",
  async (page, paths) => {
    // The first request starts a long report, a job computes it, and the second shows it.
    const isLong = page.startsWith("/reports/") || page === "/payouts" || page === "/";
    for (const path of paths.flatMap((path) => (isLong ? [path, path] : [path]))) {
      let answer = new Response();
      let text = "";
      const queries = await countQueries(async () => {
        answer = await browser.get(path);
        text = await answer.text();
      });
      expect([200, 302, 303], path).toContain(answer.status);
      expect(queries, path).toBeLessThanOrEqual(maxQueries);
      if (isLong) while ((await makeLongReports(desk.services)) > 0);
      if (answer.headers.get("content-type")?.startsWith("text/html"))
        expect(loadedBytes(text), path).toBeLessThanOrEqual(159_000);
    }
  },
);
