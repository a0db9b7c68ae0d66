/** Tests of reading payouts from Razorpay, and of the differences to the shop's payments and refunds. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import {
  findPayout,
  listDifferences,
  listNotPaidOut,
  listPayoutLines,
  listPayouts,
  readPayoutReadings,
} from "#shop/office/back-office/payouts.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { comparePayouts } from "./compare-payouts.server.ts";
import { closeDifference, reopenDifference } from "./close-difference.server.ts";
import { processRefunds } from "./reconcile.server.ts";
import { readPayouts } from "./read-payouts.server.ts";
import type { ProviderId } from "./provider-names.ts";
import { readSettledDay } from "./razorpay/settled-items.ts";

const day = 86_400_000;
const start = Date.now();
let ahead = 0;
const testServices = await openTestServices({}, { now: () => new Date(Date.now() + ahead) });
const { db, services, standIn, wire } = testServices;
await setStock(db, "godan", 500);
const recon = "/v1/settlements/recon/combined";

beforeEach(async () => {
  // Each test begins with its own payments and without payouts.
  ahead = 0;
  wire.change = null;
  await db.execute(sql`truncate settlement_lines, settlements, settlement_days, payout_differences`);
});
afterEach(() => void standIn.setFault("serverError", null));

/** Reads all payouts that are due this number of days after the test's payments, as the job does. */
async function readAfter(days: number) {
  ahead = days * day;
  while ((await readPayouts(services)) > 0);
}

const kindsOf = async () =>
  (await listDifferences(db)).differences.filter((d) => !d.isClosed).map((d) => [d.kind, d.entityId]);
const unreadable = async () => (await readPayoutReadings(db, services.paymentProviders))[0]!.unreadable;
const notPaidOut = () => listNotPaidOut(db, new Date(start - day));

/** The lines of a payment or refund in all payouts. */
async function linesOf(entityId: string) {
  const { payouts } = await listPayouts(db, null);
  const all = await Promise.all(payouts.map(({ id }) => listPayoutLines(db, id, "", 1000)));
  return all.flat().filter((line) => line.entityId === entityId);
}

async function refunded(reader: string, amountPaise: number) {
  const order = await paidOrder(testServices, reader, { godan: 1 });
  await refundOrder(services, order.number, amountPaise, "");
  await processRefunds(services);
  const { rows } = await db.execute<{ id: string }>(
    sql`select provider_refund_id as id from refunds where order_id = ${order.id}`,
  );
  return { ...order, refundId: rows[0]!.id };
}

test("what is paid is not paid out yet, and after two days is: less fee and tax, and nothing differs", async () => {
  const paid = await paidOrder(testServices, "payout", { godan: 2 });
  const back = await refunded("payout-refund", 12_300);
  await readAfter(1);
  const before = await notPaidOut();
  expect(before.rows.map(({ entityId }) => entityId)).toEqual(
    expect.arrayContaining([paid.paymentId, back.paymentId, back.refundId]),
  );
  expect(before.rows.find(({ entityId }) => entityId === back.refundId)).toMatchObject({
    kind: "refund",
    amountPaise: 12_300,
    orderNumber: back.number,
  });
  expect(await listPayouts(db, null)).toEqual({ payouts: [], isCut: false });

  await readAfter(3);
  expect(await notPaidOut()).toMatchObject({ rows: [], payments: 0, paymentsPaise: 0, refunds: 0, refundsPaise: 0 });
  const [line] = await linesOf(paid.paymentId);
  const fee = Math.round(line!.amountPaise * 0.02);
  expect(line).toMatchObject({
    kind: "payment",
    orderNumber: paid.number,
    feePaise: fee + Math.round(fee * 0.18),
    taxPaise: Math.round(fee * 0.18),
    creditPaise: line!.amountPaise - line!.feePaise,
    debitPaise: 0,
  });
  expect(await linesOf(back.refundId)).toMatchObject([{ kind: "refund", debitPaise: 12_300, creditPaise: 0 }]);
  for (const days of [4, 30]) {
    await readAfter(days);
    expect(await kindsOf()).toEqual([]);
    expect((await listDifferences(db)).open).toBe(0);
  }
  // The sums of a payout are those of its lines.
  for (const { id } of (await listPayouts(db, null)).payouts) {
    const lines = await listPayoutLines(db, id, "", 1000);
    const sum = (name: "creditPaise" | "debitPaise" | "feePaise" | "taxPaise") =>
      lines.reduce((total, line) => total + line[name], 0);
    expect(await findPayout(db, id)).toMatchObject({
      lines: lines.length,
      creditPaise: sum("creditPaise"),
      debitPaise: sum("debitPaise"),
      feePaise: sum("feePaise"),
      taxPaise: sum("taxPaise"),
    });
  }
});

test("planted differences are listed, each as what it is, and nothing else is", async () => {
  const names = ["good", "less", "short", "double", "missing"];
  const orders = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await paidOrder(testServices, `planted-${name}`, { godan: 1 })] as const),
    ),
  );
  const goodRefund = await refunded("planted-good-refund", 5_000);
  const missingRefund = await refunded("planted-missing-refund", 5_100);
  const id = (name: string) => orders[name]!.paymentId;
  wire.change = (path, answer) => {
    if (path !== recon) return answer;
    const items = (answer.items as Record<string, any>[]).flatMap((item) => {
      const entity = item.entity_id as string;
      if (entity === id("missing") || entity === missingRefund.refundId) return [];
      if (entity === id("less")) return [{ ...item, amount: item.amount - 100, credit: item.credit - 100 }];
      if (entity === id("short")) return [{ ...item, credit: item.credit - 1 }];
      if (entity === id("double")) return [item, { ...item, settlement_id: "setl_AnotherPayout1" }];
      if (entity === id("good"))
        return [
          item,
          { ...item, entity_id: "pay_NobodysPayment" },
          {
            ...item,
            entity_id: "rfnd_NobodysRefund",
            type: "refund",
            debit: 700,
            credit: 0,
            amount: 700,
            fee: 0,
            tax: 0,
          },
          // An adjustment, and a payment that is not settled yet, cause no difference.
          {
            ...item,
            entity_id: "adj_Correction0001",
            type: "adjustment",
            debit: 0,
            credit: 1_012,
            amount: 1_012,
            fee: 0,
          },
          { ...item, entity_id: "pay_HeldBackPaymt1", settled: false, settlement_id: null, settled_at: null },
        ];
      return [item];
    });
    return { ...answer, items };
  };
  await readAfter(3);
  const early = [
    ["amount", id("less")],
    ["net", id("short")],
    ["twice", id("double")],
    ["unknown-payment", "pay_NobodysPayment"],
    ["unknown-refund", "rfnd_NobodysRefund"],
  ];
  expect((await kindsOf()).sort()).toEqual(early.sort());
  const amount = (await listDifferences(db)).differences.find(({ kind }) => kind === "amount")!;
  expect(amount.expectedPaise! - amount.foundPaise!).toBe(100);
  expect(amount.orderNumber).toBe(orders["less"]!.number);
  const net = (await listDifferences(db)).differences.find(({ kind }) => kind === "net")!;
  expect(net.expectedPaise! - net.foundPaise!).toBe(1);
  expect((await notPaidOut()).rows.map(({ entityId }) => entityId).sort()).toEqual(
    [id("missing"), missingRefund.refundId].sort(),
  );

  await readAfter(14);
  const late = [
    ["late-payment", id("missing")],
    ["late-refund", missingRefund.refundId],
  ];
  expect((await kindsOf()).sort()).toEqual([...early, ...late].sort());
  expect((await listDifferences(db)).open).toBe(7);
  expect(await kindsOf()).not.toContainEqual(expect.arrayContaining([goodRefund.refundId]));

  // Open differences stay listed for weeks, although their days are no longer compared.
  await readAfter(75);
  expect((await kindsOf()).sort()).toEqual([...early, ...late].sort());

  // Differences that are corrected disappear from the list, because the last days are read again.
  await db.execute(sql`delete from settlement_days`);
  wire.change = null;
  await readAfter(76);
  expect((await kindsOf()).sort()).toEqual(early.slice(2).sort());
});

test("a difference that somebody saw to is closed until its sums change, and can be opened again", async () => {
  const paid = await paidOrder(testServices, "closed", { godan: 1 });
  let less = 100;
  wire.change = (path, answer) =>
    path === recon
      ? {
          ...answer,
          items: answer.items.map((item: any) =>
            item.entity_id === paid.paymentId
              ? { ...item, amount: item.amount - less, credit: item.credit - less }
              : item,
          ),
        }
      : answer;
  await readAfter(3);
  const key = { kind: "amount", entityId: paid.paymentId };
  expect(await kindsOf()).toEqual([["amount", paid.paymentId]]);
  expect(await closeDifference(db, key, services.now())).toBe(true);
  expect(await closeDifference(db, key, services.now())).toBe(false);
  await readAfter(4);
  expect((await listDifferences(db)).open).toBe(0);
  expect((await listDifferences(db)).differences.map(({ isClosed }) => isClosed)).toEqual([true]);
  expect(await reopenDifference(db, key)).toBe(true);
  expect((await listDifferences(db)).open).toBe(1);
  await closeDifference(db, key, services.now());
  less = 200;
  await readAfter(5);
  expect(await kindsOf()).toEqual([["amount", paid.paymentId]]);
});

test("a day that was read is not read again once it is old, and an answer that fails keeps what was read before", async () => {
  await paidOrder(testServices, "days", { godan: 1 });
  const asked: string[] = [];
  wire.change = (path, answer) => {
    if (path === recon) asked.push(path);
    return answer;
  };
  await readAfter(12);
  expect(asked.length).toBeGreaterThanOrEqual(13);
  asked.length = 0;
  await readAfter(12.1);
  expect(asked.length).toBeLessThanOrEqual(1); // midnight may have passed
  asked.length = 0;
  await readAfter(12.6);
  expect(asked.length).toBeGreaterThanOrEqual(7);
  expect(asked.length).toBeLessThanOrEqual(8);

  standIn.setFault("serverError", { path: recon, times: "always" });
  ahead = 20 * day;
  await expect(readPayouts(services)).rejects.toThrow("500");
  expect((await listPayouts(db, null)).payouts.length).toBeGreaterThan(0);
  expect(await unreadable()).toBe(0);
});

test("nothing is late because Razorpay could not be asked", async () => {
  await paidOrder(testServices, "silent", { godan: 1 });
  await readAfter(1);
  standIn.setFault("serverError", { path: recon, times: "always" });
  ahead = 40 * day;
  await expect(readPayouts(services)).rejects.toThrow();
  await comparePayouts(db, services.now());
  expect(await kindsOf()).toEqual([]);
});

test("a row in an unknown form is counted and said in the log, and the others are kept", async () => {
  const paid = await paidOrder(testServices, "odd-row", { godan: 1 });
  const said = expectErrors();
  wire.change = (path, answer) =>
    path === recon
      ? { ...answer, items: answer.items.flatMap((item: any) => [item, { ...item, entity_id: "x y", credit: "much" }]) }
      : answer;
  await readAfter(3);
  expect(await linesOf(paid.paymentId)).toHaveLength(1);
  expect(await unreadable()).toBeGreaterThan(0);
  expect(String(said.mock.calls[0]![0])).toContain("/settlements/recon/combined");
});

test("a day of any length is read to its end, each row once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 3_100 }), fc.integer({ min: 0, max: 50 }), async (all, odd) => {
      const { items, unreadable } = await readSettledDay(async (shape, path) => {
        const query = new URL(path, "http://razorpay.test").searchParams;
        expect([query.get("year"), query.get("month"), query.get("day")]).toEqual(["2026", "11", "03"]);
        const from = Number(query.get("skip"));
        const rows = Array.from({ length: Math.max(0, Math.min(all - from, Number(query.get("count")))) }, (_, n) => ({
          settled: true,
          entity_id: `pay_${from + n}`,
          type: "payment",
          amount: 100,
          currency: "INR",
          credit: from + n < odd ? -1 : 98,
          debit: 0,
          fee: 2,
          tax: 0,
          settlement_id: "setl_1",
          settled_at: 1,
        }));
        const read = rows.map((row) => shape.safeParse(row));
        return { readable: read.flatMap((row) => (row.success ? [row.data] : [])), listed: rows.length };
      }, "2026-11-03");
      expect(unreadable).toBe(Math.min(odd, all));
      expect(items.map(({ entityId }) => entityId)).toEqual(
        Array.from({ length: Math.max(0, all - odd) }, (_, n) => `pay_${n + Math.min(odd, all)}`),
      );
    }),
    { numRuns: 30 },
  );
});

test("the payouts of each provider are read by themselves", async () => {
  const [razorpay] = services.paymentProviders;
  const other = { ...razorpay, id: "other" as ProviderId };
  await paidOrder(testServices, "readings", { godan: 1 });
  await readAfter(3);
  const [read, unread] = await readPayoutReadings(db, [razorpay, other]);
  expect(read).toMatchObject({ provider: "razorpay", lastDay: expect.any(String), readAt: expect.any(String) });
  expect(unread).toEqual({ provider: "other", lastDay: null, readAt: null, unreadable: 0 });
});
