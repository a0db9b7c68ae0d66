import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { setBusiness } from "#tests/support/sales/quoted.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { pagesOf, textOf } from "#tests/support/pages/pdf.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { renderChallan } from "./challan-paper.server.ts";
import { findChallan, issueChallan } from "./issue-challan.server.ts";

const testServices = await openTestServices({}, { connections: 10 });
const { db, services } = testServices;
services.settings.seller.gstin = "29AABCE1234F1Z1";
await setStock(db, "godan", 100);
await setStock(db, "indica", 100);
await db.execute(
  sql`update books set tax_class = 'gst_18', mrp_paise = 11800, price_paise = 11800 where id = 'indica'`,
);

const carrier = { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" };

/** An order of a school, with its bill, in two parcels. */
async function sentInTwo(name: string): Promise<string> {
  const { number } = await paidOrder(testServices, name, { godan: 3, indica: 2 });
  await setBusiness(db, number);
  await issueDocuments(services);
  await shipOrder(services, number, carrier, "Asha", {
    copies: [
      { bookId: "godan", quantity: 1 },
      { bookId: "indica", quantity: 1 },
    ],
  });
  await shipOrder(services, number, carrier, "Asha");
  return number;
}

test("each parcel has one challan with its own number, which names the bill and the copies in it", async () => {
  const number = await sentInTwo("challans");
  const { year } = (await db.execute<{ year: string }>(sql`select financial_year as year from documents limit 1`))
    .rows[0]!;
  const first = `DC${year.slice(2)}/000001`;
  expect(await issueChallan(services, number, 1)).toEqual({ ok: true, number: first, isNew: true });
  expect(await issueChallan(services, number, 1)).toEqual({ ok: true, number: first, isNew: false });
  expect(await issueChallan(services, number, 2)).toMatchObject({ number: `DC${year.slice(2)}/000002`, isNew: true });
  expect(await issueChallan(services, number, 3)).toEqual({ ok: false, reason: "no-such-parcel" });
  const content = (await findChallan(db, number, 1))!;
  expect(content).toMatchObject({
    consignee: { name: "St. Anne’s School", gstin: "29AAATS1429B1ZS", stateCode: "KA" },
    placeOfSupply: "Karnataka (29)",
    reason: "Supply in several parcels",
    bill: { number: expect.stringContaining("EP") },
    lines: [{ quantity: 1 }, { quantity: 1, totalPaise: 11800, taxPaise: 1800 }],
    taxes: [
      { name: "CGST", taxPaise: 900 },
      { name: "SGST", taxPaise: 900 },
    ],
  });
  // All challans of the order add up to its books.
  const second = (await findChallan(db, number, 2))!;
  const { rows } = await db.execute(sql`select subtotal_paise::int as paise from orders where number = ${number}`);
  expect(rows).toEqual([{ paise: content.totalPaise + second.totalPaise }]);
});

test("a challan is printed in three marked copies, with what rule 55 asks for", async () => {
  const number = await sentInTwo("printed");
  await issueChallan(services, number, 2);
  const content = (await findChallan(db, number, 2))!;
  const pdf = await renderChallan(content);
  expect(pagesOf(pdf)).toBe(3);
  const text = textOf(pdf);
  for (const mark of ["ORIGINAL FOR CONSIGNEE", "DUPLICATE FOR TRANSPORTER", "TRIPLICATE FOR CONSIGNER"])
    expect(text.split(mark), mark).toHaveLength(2);
  for (const words of [
    content.number,
    "GSTIN 29AABCE1234F1Z1",
    "GSTIN 29AAATS1429B1ZS",
    content.lines[0]!.hsn,
    content.bill!.number,
    "Karnataka (29)",
    "3 copies",
    "CGST 9%",
    "Authorised signatory",
  ])
    expect(text, words).toContain(words);
  expect(await renderChallan(content)).toEqual(pdf);
});

test("challans that are made at once get numbers without a gap", async () => {
  const numbers = await Promise.all(["a", "b", "c"].map((name) => sentInTwo(`at-once-${name}`)));
  const made = await Promise.all(
    numbers.flatMap((number) => [1, 2].map((place) => issueChallan(services, number, place))),
  );
  expect(new Set(made.map((done) => done.ok && done.number)).size).toBe(6);
  const { rows } = await db.execute<{ last: number; count: number }>(
    sql`select max(sequence) as last, count(*)::int as count from delivery_challans`,
  );
  expect(rows[0]!.last).toBe(rows[0]!.count);
  await expect(db.execute(sql`delete from delivery_challans`)).rejects.toThrow();
});

test("a parcel without a bill has a challan that says so, and one that came back gets none", async () => {
  const { number } = await paidOrder(testServices, "before-the-bill", { godan: 1 });
  await shipOrder(services, number, carrier, "Asha");
  await issueChallan(services, number, 1);
  expect(await findChallan(db, number, 1)).toMatchObject({ reason: "Supply; the bill follows", parcel: 1 });
  const lost = await sentInTwo("lost");
  await db.execute(sql`
    update shipments set failure = 'lost', failed_at = now() where order_id = (select id from orders where number = ${lost}) and place = 1`);
  expect(await issueChallan(services, lost, 1)).toEqual({ ok: false, reason: "not-sent" });
});
