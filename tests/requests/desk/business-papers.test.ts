/** The papers of business buyers at the desk: challans of parcels, the GSTIN on a bill, and TDS. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { faultsIn } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  auditLogTexts,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";
import { pagesOf, textOf as textOfPdf } from "#tests/support/pages/pdf.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { orderOfQuotation, school } from "#tests/support/sales/quoted.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
services.settings.seller.gstin = "29AABCE1234F1Z1";
await setStock(db, "godan", 100);
const staffId = await addStaff(desk, "owner", "Meera");
await addPasskeyRow(desk, staffId);
const owner = openDeskBrowser(desk, await addStaffSession(desk, staffId));
const pageOf = async (path: string) => (await (await owner.get(path)).text()).replaceAll("<!-- -->", "");
const billed = async (name: string) => {
  const { number } = await paidOrder(desk, name, { godan: 2 });
  await issueDocuments(services);
  return { number, path: `/orders/${number}` };
};
const wasOf = (businessName = "", gstin = "") =>
  JSON.stringify({ businessName, gstin, businessAddress: "", purchaseOrder: "" });

test("a parcel of a part of an order has a challan, which the page makes once and opens as a PDF", async () => {
  const { number, path } = await billed("challan");
  expect(await pageOf(path)).not.toContain("Make a delivery challan");
  const copies = [{ bookId: "godan", quantity: 1 }];
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" }, "Asha", {
    copies,
  });
  expect(await pageOf(path)).toContain("Make a delivery challan");
  const make = { intent: "orders.issue-challan", order: number, parcel: "1" };
  expect((await owner.get(`${path}/challans/1`)).status).toBe(404);
  expect((await owner.post(path, make)).status).toBe(303);
  expect((await auditLogTexts(desk, 1))[0]).toMatch(
    /^Made the delivery challan DC\d\d-\d\d\/000001 of parcel 1 of order EP-/,
  );
  expect(await pageOf(path)).toContain(`/challans/1`);
  const answer = await owner.get(`${path}/challans/1`);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const pdf = Buffer.from(await answer.arrayBuffer());
  expect([pagesOf(pdf), textOfPdf(pdf)]).toEqual([3, expect.stringContaining("ORIGINAL FOR CONSIGNEE")]);
  const missing = await owner.post(path, { ...make, parcel: "7" });
  expect([missing.status, await missing.text()]).toEqual([409, expect.stringContaining("has no parcel 7")]);
  expect((await owner.get(`${path}/challans/first`)).status).toBe(404);
});

test("a GSTIN is added to a bill, which then says so, and a form of before is refused", async () => {
  const { number, path } = await billed("gstin");
  const form = { intent: "orders.correct-business", order: number, was: wasOf(), businessName: school.name };
  const wrong = await owner.post(`${path}/business`, { ...form, gstin: "29AAATS1429B1ZT" });
  expect([wrong.status, faultsIn(await wrong.text())]).toMatchObject([422, { gstin: expect.any(String) }]);
  const elsewhere = await owner.post(`${path}/business`, { ...form, gstin: "27AABCS1429B1ZU" });
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    409,
    expect.stringContaining("This GSTIN is of Maharashtra"),
  ]);
  expect((await owner.post(`${path}/business`, { ...form, gstin: school.gstin })).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual([
    `Corrected the name on the bill, GSTIN of order ${number}, and 1 document.`,
  ]);
  const page = await pageOf(path);
  expect(page).toContain(`Billed to ${school.name}, GSTIN ${school.gstin}.`);
  const [, document] = /\/documents\/([\w-]+)"/.exec(page)!;
  const pdf = textOfPdf(Buffer.from(await (await owner.get(`/documents/${document}`)).arrayBuffer()));
  for (const words of ["Corrected", `GSTIN ${school.gstin}`, school.name]) expect(pdf, words).toContain(words);
  const stale = await owner.post(`${path}/business`, { ...form, businessName: "Another School" });
  const text = await stale.text();
  expect([stale.status, text]).toEqual([409, expect.stringContaining("Both versions")]);
  expect(await findBreaches(db)).toEqual([]);
});

test("a GSTIN of another month's bill asks whether GSTR-1 is filed, and a filed one is not corrected", async () => {
  const { number, path } = await billed("filed");
  await db.execute(sql`alter table documents disable trigger documents_stay`);
  await db.execute(sql`
    update documents set issued_at = issued_at - interval '40 days',
      content = jsonb_set(content, '{issuedOn}', to_jsonb((current_date - 40)::text))
    where order_id = (select id from orders where number = ${number})`);
  await db.execute(sql`alter table documents enable trigger documents_stay`);
  const form = {
    intent: "orders.correct-business",
    order: number,
    was: wasOf(),
    businessName: school.name,
    gstin: school.gstin,
  };
  expect(await pageOf(`${path}/business`)).toContain("GSTR-1 of ");
  for (const filed of ["", "yes"]) {
    const answer = await owner.post(`${path}/business`, { ...form, filed });
    expect([answer.status, await answer.text()], filed).toEqual([409, expect.stringContaining("takes no other GSTIN")]);
  }
  expect((await owner.post(`${path}/business`, { ...form, filed: "no" })).status).toBe(303);
  expect((await auditLogTexts(desk, 1))[0]).toContain("Confirmed that GSTR-1 is not filed.");
});

test("TDS is recorded with a transfer, listed, and its certificate noted", async () => {
  const order = await orderOfQuotation(services, staffId, { godan: 10 }, { creditDays: 30 });
  const form = {
    intent: "transfers.record",
    order,
    utr: "TDSUTR0001",
    day: "2026-01-05",
    amount: "100",
    tds: "1,00,000",
  };
  const tooMuch = await owner.post("/receivables", form);
  expect([tooMuch.status, faultsIn(await tooMuch.text())]).toMatchObject([
    409,
    { tds: expect.stringContaining("is owed") },
  ]);
  expect((await owner.post("/receivables", { ...form, tds: "10" })).status).toBe(303);
  const page = await pageOf("/receivables");
  expect(page).toContain("TDS without a certificate");
  const [, transfer] = /name="transfer" value="(\d+)"/.exec(page)!;
  const note = { intent: "transfers.note-certificate", transfer: transfer!, certificate: "" };
  expect((await owner.post("/receivables", note)).status).toBe(422);
  expect((await owner.post("/receivables", { ...note, certificate: "ABCD123" })).status).toBe(303);
  expect(await pageOf("/receivables")).not.toContain("TDS without a certificate");
});
