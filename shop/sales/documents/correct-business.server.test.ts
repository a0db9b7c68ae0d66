/** Tests of the correction of a bill's recipient: what changes, what stays, and until when. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { readGstReturn } from "#shop/office/reports/read-gst-return.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { school } from "#tests/support/sales/quoted.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { correctBusiness } from "./correct-business.server.ts";
import { listDocuments } from "./find-documents.server.ts";
import { issueDocuments } from "./issue-documents.server.ts";

const testServices = await openTestServices({}, { connections: 4 });
const { db, services } = testServices;
const gstin = "29AABCE1234F1Z1";
services.settings.seller.gstin = gstin;
await setStock(db, "indica", 100);
await db.execute(
  sql`update books set tax_class = 'gst_18', mrp_paise = 11800, price_paise = 11800 where id = 'indica'`,
);

async function billed(name: string) {
  const { number, id } = await paidOrder(testServices, name, { indica: 2 });
  await issueDocuments(services);
  return { number, id: Number(id) };
}

const correct = (number: string, business: typeof school | null, isUnfiled = false) =>
  correctBusiness(services, number, { business, isUnfiled });
const thisMonth = () => isoDay(services.now()).slice(0, 7);
const taxedSales = async () => (await readGstReturn(db, gstin, thisMonth())).gstReturn;

test("a GSTIN added to a bill keeps its number, day and sums, and moves it to the registered sales", async () => {
  const { number, id } = await billed("adds-gstin");
  const [before] = await listDocuments(db, id);
  expect((await taxedSales()).registered).toEqual([]);
  expect(await correct(number, school)).toEqual({ ok: true, before: null, numbers: [before!.number] });
  const [after] = await listDocuments(db, id);
  const { name, addressLines } = before!.content.buyer;
  expect(after!.content).toEqual({
    ...before!.content,
    buyer: {
      name: school.name,
      addressLines: [name, ...addressLines],
      stateCode: "KA",
      gstin: school.gstin,
    },
    correctedOn: isoDay(services.now()),
  });
  const { registered, taxed } = await taxedSales();
  expect(registered).toMatchObject([
    { gstin: school.gstin, number: before!.number, totalPaise: before!.content.totalPaise },
  ]);
  expect(taxed).toEqual([]);
  const { rows } = await db.execute(sql`select content from document_versions where number = ${before!.number}`);
  expect(rows).toEqual([{ content: before!.content }]);
  // Corrected again, or by a form sent twice.
  expect(await correct(number, school)).toMatchObject({ ok: true, numbers: [] });
  expect(await correct(number, null)).toMatchObject({ ok: true, before: school, numbers: [before!.number] });
  expect((await taxedSales()).registered).toEqual([]);
});

test("credit notes follow the bill, those of before and those of after", async () => {
  const { number, id } = await billed("with-notes");
  const giveBack = async () => {
    await refundOrder(services, number, 1000, "Corner bent");
    await processRefunds(services);
    await issueDocuments(services);
  };
  await giveBack();
  expect(await correct(number, school)).toMatchObject({ ok: true, numbers: [expect.any(String), expect.any(String)] });
  await giveBack();
  const documents = await listDocuments(db, id);
  expect(documents.map(({ kind, content }) => [kind, content.buyer.gstin])).toEqual([
    ["bill", school.gstin],
    ["credit-note", school.gstin],
    ["credit-note", school.gstin],
  ]);
});

test("once GSTR-1 of its month may be filed, a GSTIN needs the word that it is not; a name does not", async () => {
  const { number, id } = await billed("months-later");
  const later = new Date(services.now().getTime() + 45 * 86_400_000);
  const then = (business: typeof school, isUnfiled = false) =>
    correctBusiness({ db, now: () => later }, number, { business, isUnfiled });
  expect(await then(school)).toEqual({ ok: false, reason: "filed", month: thisMonth() });
  expect((await listDocuments(db, id))[0]!.content.buyer.gstin).toBeUndefined();
  expect(await then({ ...school, gstin: "" })).toMatchObject({ ok: true });
  expect(await then(school, true)).toMatchObject({ ok: true });
});

test("the state of the bill stays, and the database refuses any other change of a document", async () => {
  const { number, id } = await billed("another-state");
  expect(await correct(number, { ...school, gstin: "27AABCS1429B1ZU" })).toMatchObject({
    ok: false,
    reason: "wrong",
    errors: { gstin: expect.stringContaining("Maharashtra") },
  });
  const elsewhere = { ...school, gstin: "27AABCS1429B1ZU", address: "5 Mahatma Gandhi Road, Pune 411001" };
  expect(await correct(number, elsewhere)).toMatchObject({
    errors: { gstin: expect.stringContaining("place of supply") },
  });
  // Before there is a bill, the business decides the place of supply.
  const unbilled = await paidOrder(testServices, "unbilled", { indica: 1 });
  expect(await correct(unbilled.number, elsewhere)).toMatchObject({ ok: true, numbers: [] });
  await issueDocuments(services);
  expect((await listDocuments(db, Number(unbilled.id)))[0]!.content).toMatchObject({
    placeOfSupply: "Maharashtra (27)",
    taxes: [{ name: "IGST" }],
  });
  for (const path of ["{totalPaise}", "{buyer,stateCode}", "{number}"])
    await expect(
      db.execute(sql`update documents set content = jsonb_set(content, ${path}::text[], '"7"') where order_id = ${id}`),
      path,
    ).rejects.toThrow();
  expect(await correct("EP-0000000000", school)).toEqual({ ok: false, reason: "no-such-order" });
});
