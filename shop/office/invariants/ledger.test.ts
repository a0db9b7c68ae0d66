/** Tests of the comparison between the shop's payments and refunds and the payment provider's ledger. */
import { expect, test } from "vitest";

import { compareWithLedger, type Ledger, type LedgerPayment, type LedgerRefund, type MoneyRecords } from "./ledger.ts";

const now = new Date("2026-11-21T12:00:00Z");
const minutesAgo = (minutes: number) => now.getTime() / 1000 - minutes * 60;

const payment: LedgerPayment = {
  id: "pay_1",
  amount: 500_00,
  amount_refunded: 0,
  captured: true,
  created_at: minutesAgo(60),
};
const refund: LedgerRefund = {
  id: "rfnd_1",
  payment_id: "pay_1",
  amount: 500_00,
  status: "processed",
  receipt: "rf_1234567890",
  created_at: minutesAgo(50),
};
const settling = {
  paymentId: "pay_1",
  orderNumber: "EP-1",
  amountPaise: 500_00,
  totalPaise: 500_00,
  isPaid: true,
};
const written: MoneyRecords["refunds"][number] = {
  providerId: "rfnd_1",
  paymentId: "pay_1",
  orderNumber: "EP-1",
  amountPaise: 500_00,
  state: "processed",
  idempotencyKey: "rf_1234567890",
  createdAt: new Date(minutesAgo(51) * 1000),
  isPaidOtherwise: false,
};
const nothing: MoneyRecords = { settling: [], refunds: [], paidOrdersPaise: 0 };
const sold: MoneyRecords = { settling: [settling], refunds: [], paidOrdersPaise: 500_00 };

function compare(ledger: Partial<Ledger>, records: MoneyRecords) {
  return compareWithLedger({ ledger: { payments: [], refunds: [], ...ledger }, records, now });
}

function breachesOf(ledger: Partial<Ledger>, records: MoneyRecords): string[] {
  return compare(ledger, records).breaches.map(({ what }) => what);
}

test("a captured payment that settles a paid order is in its place", () => {
  const { breaches, sums } = compare({ payments: [payment] }, sold);
  expect(breaches).toEqual([]);
  expect(sums).toEqual({ captured: 500_00, paidOrders: 500_00, givenBack: 0, refundDue: 0, justNow: 0 });
});

test("a captured payment that nobody knows of is an orphan, and missing from the sum", () => {
  const found = breachesOf({ payments: [payment] }, nothing);
  expect(found).toEqual(["pay_1 for ₹500.00", "₹500.00, of which ₹0.00 are"]);
});

test("a captured payment of the last minutes may still be on its way into the records", () => {
  const { breaches, sums } = compare({ payments: [{ ...payment, created_at: minutesAgo(3) }] }, nothing);
  expect(breaches).toEqual([]);
  expect(sums.justNow).toBe(500_00);
});

test("a payment that was only authorised, or failed, is nobody's money", () => {
  expect(breachesOf({ payments: [{ ...payment, captured: false }] }, nothing)).toEqual([]);
});

test("a second payment that went back in full is in its place, part of it is not enough", () => {
  const second = { ...payment, id: "pay_2", amount_refunded: 500_00 };
  const back = { ...refund, payment_id: "pay_2" };
  const records = { ...sold, refunds: [{ ...written, paymentId: "pay_2" }] };
  const { breaches, sums } = compare({ payments: [payment, second], refunds: [back] }, records);
  expect(breaches).toEqual([]);
  expect(sums).toMatchObject({ captured: 1000_00, paidOrders: 500_00, givenBack: 500_00 });

  const half = { ...second, amount_refunded: 250_00 };
  const halfBack = { ...back, amount: 250_00 };
  const halfWritten = { ...sold, refunds: [{ ...written, paymentId: "pay_2", amountPaise: 250_00 }] };
  expect(breachesOf({ payments: [payment, half], refunds: [halfBack] }, halfWritten)[0]).toBe("pay_2 for ₹500.00");
});

test("a refund that is due counts for fifteen minutes", () => {
  const due = (minutes: number): MoneyRecords => ({
    ...nothing,
    refunds: [{ ...written, providerId: null, state: "requested", createdAt: new Date(minutesAgo(minutes) * 1000) }],
  });
  expect(compare({ payments: [payment] }, due(14)).sums.refundDue).toBe(500_00);
  expect(breachesOf({ payments: [payment] }, due(14))).toEqual([]);
  expect(breachesOf({ payments: [payment] }, due(16))).toHaveLength(2);
});

test("an order counts as paid only by a payment that was captured over its amount", () => {
  expect(breachesOf({}, sold)[0]).toBe("EP-1 (pay_1)");
  expect(breachesOf({ payments: [{ ...payment, captured: false }] }, sold)[0]).toBe("EP-1 (pay_1)");
  expect(breachesOf({ payments: [{ ...payment, amount: 499_00 }] }, sold)[0]).toBe("EP-1 (pay_1)");
  const other = { ...sold, settling: [{ ...settling, totalPaise: 499_00 }], paidOrdersPaise: 499_00 };
  expect(breachesOf({ payments: [payment] }, other)[0]).toBe("EP-1 (pay_1)");
});

test("a cancelled order's payment stays its own when the money has gone back", () => {
  const ledger = { payments: [{ ...payment, amount_refunded: 500_00 }], refunds: [refund] };
  expect(breachesOf(ledger, { ...sold, refunds: [written] })).toEqual([]);
});

test("a refund that is done in the records was made, once, over the same amount", () => {
  const paid = { payments: [{ ...payment, amount_refunded: 500_00 }] };
  const records = { ...sold, refunds: [written] };
  expect(breachesOf({ ...paid, refunds: [] }, records)).toEqual(["EP-1 (rfnd_1)"]);
  expect(breachesOf({ ...paid, refunds: [{ ...refund, status: "pending" }] }, records)).toEqual(["EP-1 (rfnd_1)"]);
  expect(breachesOf({ ...paid, refunds: [{ ...refund, amount: 400_00 }] }, records)).toEqual(["EP-1 (rfnd_1)"]);
  const twice = [refund, { ...refund, id: "rfnd_2" }];
  expect(breachesOf({ ...paid, refunds: twice }, records)).toEqual(["EP-1 (rfnd_1)"]);
});

test("a refund made at the payment service stands in the records, or is only minutes old", () => {
  const payments = [{ ...payment, amount_refunded: 500_00 }];
  const elsewhere = { ...refund, receipt: null };
  expect(breachesOf({ payments, refunds: [elsewhere] }, sold)).toEqual(["rfnd_1 of pay_1"]);
  expect(breachesOf({ payments, refunds: [{ ...elsewhere, created_at: minutesAgo(2) }] }, sold)).toEqual([]);
  expect(breachesOf({ payments, refunds: [elsewhere] }, { ...sold, refunds: [written] })).toEqual([]);
  const neverOurs = [{ ...payments[0]!, id: "pay_late", captured: false }];
  expect(breachesOf({ payments: neverOurs, refunds: [{ ...elsewhere, payment_id: "pay_late" }] }, nothing)).toEqual([]);
});

test("a refund called failed was not made", () => {
  const failed = { ...sold, refunds: [{ ...written, state: "failed" as const }] };
  expect(breachesOf({ payments: [payment], refunds: [{ ...refund, status: "failed" }] }, failed)).toEqual([]);
  const gone = [{ ...payment, amount_refunded: 500_00 }];
  expect(breachesOf({ payments: gone, refunds: [refund] }, failed)).toEqual(["EP-1 (rfnd_1)"]);
  const unheard = { ...sold, refunds: [{ ...written, state: "failed" as const, providerId: null }] };
  expect(breachesOf({ payments: gone, refunds: [refund] }, unheard)).toEqual(["EP-1 (rf_1234567890)"]);
});

test("what went back of a paid order is refunded, and the rest is kept: the sentence is true after refunds", () => {
  const part = { ...refund, amount: 200_00 };
  const records = { ...sold, refunds: [{ ...written, amountPaise: 200_00 }] };
  const { breaches, sums } = compare({ payments: [{ ...payment, amount_refunded: 200_00 }], refunds: [part] }, records);
  expect(breaches).toEqual([]);
  expect(sums).toEqual({ captured: 500_00, paidOrders: 300_00, givenBack: 200_00, refundDue: 0, justNow: 0 });
});

test("what the shop paid in another way has gone back, once: not at the payment service too", () => {
  const otherwise = { ...written, providerId: null, isPaidOtherwise: true };
  const second = { ...payment, id: "pay_2" };
  const records = { ...sold, refunds: [{ ...otherwise, paymentId: "pay_2" }] };
  const { breaches, sums } = compare({ payments: [payment, second] }, records);
  expect(breaches).toEqual([]);
  expect(sums).toMatchObject({ captured: 1000_00, paidOrders: 500_00, givenBack: 500_00 });
  const made = { ...refund, payment_id: "pay_2" };
  expect(breachesOf({ payments: [payment, second], refunds: [made] }, records)).toContain("EP-1 (rf_1234567890)");
});
