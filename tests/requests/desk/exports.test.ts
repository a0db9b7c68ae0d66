import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { deskRoutes, type DeskPath } from "#desk/desk-routes.ts";
import { makeLongReports } from "#shop/office/back-office/long-reports.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { addPurchaseOrder, addSupplierReturn } from "#tests/support/desk-authority/buying.ts";
import { knownChallan } from "#tests/support/desk-authority/orders.ts";
import { addQuotation } from "#tests/support/desk-authority/quotations.ts";
import { begun } from "#tests/support/desk-authority/stock.ts";
import { addFinishedJob } from "#tests/support/desk-authority/imports.ts";
import { knownReports } from "#tests/support/desk-authority/reports.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { deskAddresses, routesNotOpened } from "#tests/support/desk/desk-addresses.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db } = desk;
const owner = await addStaff(desk, "owner", "Meera");
await addPasskeyRow(desk, owner);
const browser = openDeskBrowser(desk, await addStaffSession(desk, owner));
await setStock(db, "godan", 5);
await paidOrder(desk, "exported", { godan: 1 });
await paidOrder(desk, "sent", { godan: 1 });
await issueDocuments(desk.services);
await knownChallan(desk);
await addReader(db, "exported");
await addFinishedJob(desk, owner);
await addPurchaseOrder(desk, owner);
await addQuotation(desk, owner);
await addSupplierReturn(desk, owner);
await begun(desk, owner);
await knownReports(desk);

const addresses = await deskAddresses(db, isoDay(desk.services.now()));
/** The file downloads of the desk, from the table of its routes: no pages, frames or data for scripts, no sign-in. */
const files = (Object.keys(deskRoutes) as (DeskPath | "/*")[]).filter(
  (path) =>
    deskRoutes[path].file.endsWith(".route.ts") &&
    path !== "/find/books" &&
    path !== "/counter/find" &&
    path !== "/counter/list" &&
    path !== "/find/answers" &&
    path !== "/look/email" &&
    path !== "/window/look" &&
    path !== "/newsletter/letter" &&
    path !== "/pages/preview" &&
    !(routesNotOpened as readonly string[]).includes(path),
) as (keyof typeof addresses)[];

const linesOfOwner = async () =>
  (
    await db.execute<{ action: string; words: string }>(sql`
      select action, words from desk_record where staff_id = ${owner} order by number`)
  ).rows;

test.each(files)("%s: who took the file is in the audit log", async (page) => {
  const [path] = addresses[page];
  // A long report must be requested and computed by the job first.
  await browser.get(path!);
  while ((await makeLongReports(desk.services)) > 0);
  const before = await linesOfOwner();
  const answer = await browser.get(path!);
  await answer.arrayBuffer();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringMatching(/csv|json|pdf/)]);
  const lines = (await linesOfOwner()).slice(before.length);
  expect(lines).toEqual([
    { action: expect.stringMatching(/^exports\.|^parcels\.print$/), words: expect.stringMatching(/^[A-Z].*\.$/) },
  ]);
});

test("a file that is not there leaves no line", async () => {
  const before = await linesOfOwner();
  expect((await browser.get("/payouts/setl_Unknown/lines.csv")).status).toBe(404);
  expect((await browser.get("/reports/gst/return/other.csv")).status).toBe(404);
  expect(await linesOfOwner()).toEqual(before);
});
