/** The ledgers of cash, copies and parcels: clean for a shop that is right, and not for planted faults. */
import { expect, test } from "vitest";

import { sql, type SQL } from "#db/sql.ts";
import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { newParcelClaims, type CarriedParcel, type Fate } from "./parcel-claims.ts";
import { refundParcel } from "#shop/sales/returns/failed-parcels.server.ts";
import { acceptLine, recordRemittance } from "#shop/sales/remittances/record-remittance.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { openTerms, orderOnDelivery, trackingOf } from "#tests/support/sales/order-on-delivery.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findCashBreaches, sumCash } from "./cash.ts";
import { countCopies } from "./copies.ts";
import { findParcelBreaches } from "./parcels.ts";

const { db, services } = await openTestServices({ onDelivery: openTerms });
await setStock(db, "godan", 100);
const by = { actor: "Meera", staffId: await addStaff({ db }, "owner") };
const claims = newParcelClaims();
const noParcels = { shiprocket: [], delhivery: [] };

async function carried(reader: string, stage: "shipped" | "delivered", fate: Fate): Promise<CarriedParcel> {
  const orderNumber = await orderOnDelivery(services, reader, { godan: 2 }, stage);
  const { rows } = await db.execute<{ paise: number }>(
    sql`select total_paise::int as paise from orders where number = ${orderNumber}`,
  );
  const parcel: CarriedParcel = {
    carrier: "Delhivery",
    orderNumber,
    trackingNumber: trackingOf(orderNumber),
    collectPaise: rows[0]!.paise,
    fate,
    isFit: true,
    remittedPaise: 0,
    isWaived: false,
  };
  claims.parcels.set(orderNumber, parcel);
  return parcel;
}

/** The carrier pays for these parcels, and the bookseller enters it. */
async function pay(utr: string, paid: [parcel: CarriedParcel | null, amountPaise: number][]) {
  const lines = paid.map(([parcel, amountPaise]) => ({
    parcel,
    trackingNumber: parcel?.trackingNumber ?? "NOBODYS",
    orderNumber: "",
    amountPaise,
  }));
  const amountPaise = paid.reduce((sum, [, amount]) => sum + amount, 0) - 10_00;
  const transfer = { carrier: "Delhivery", utr, amountPaise, deductedPaise: 10_00, lines };
  const recorded = await recordRemittance(services, { ...transfer, paidOn: "2026-11-20" }, by);
  if (!recorded.ok) throw new Error(recorded.reason);
  claims.transfers.push(transfer);
  for (const [parcel, amount] of paid)
    if (parcel?.fate === "delivered")
      parcel.remittedPaise = Math.min(parcel.collectPaise, parcel.remittedPaise + amount);
  return recorded.id;
}

const paid = await carried("paid", "delivered", "delivered");
const owed = await carried("owed", "delivered", "delivered");
const short = await carried("short", "delivered", "delivered");
const waived = await carried("waived", "delivered", "delivered");
await carried("on-its-way", "shipped", "on its way");
const refused = await carried("refused", "shipped", "came back");
await refundParcel(services, {
  number: refused.orderNumber,
  failure: "came-back",
  isFit: true,
  withDelivery: false,
  actor: by.actor,
});
await pay("UTR00000001", [
  [paid, paid.collectPaise + 25_00],
  [short, short.collectPaise - 30_50],
  [null, 99_00],
]);
const second = await pay("UTR00000002", [
  [waived, 20_00],
  [paid, paid.collectPaise],
  [refused, 15_00],
]);
await acceptLine(services, { remittanceId: second, position: 0 }, by.actor);
waived.isWaived = true;

/** What the ledgers say when this is wrong; the records are put right again. */
async function breachesWith(records: SQL[], received = 100): Promise<string> {
  let found: string[] = [];
  const undone = inTransaction(db, async (tx: Db) => {
    for (const statement of records) await tx.execute(statement);
    const copies = await countCopies(tx, new Map([["godan", received]]), claims);
    found = [
      ...copies.breaches,
      ...(await findCashBreaches(tx, claims)),
      ...(await findParcelBreaches(tx, noParcels, claims)),
    ];
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  return found.join("\n");
}

test("a shop whose records are right has no breach, and every copy and every rupee is somewhere", async () => {
  expect(await breachesWith([])).toBe("");
  const { places } = await countCopies(db, new Map([["godan", 100]]), claims);
  expect(places).toMatchObject({ "on their way": 2, "with readers": 8, "written off": 0, lost: 0 });
  const [cash] = sumCash(claims);
  expect(cash).toMatchObject({
    collected: 4 * paid.collectPaise,
    remitted: 2 * paid.collectPaise - 30_50 + 20_00,
    owed: owed.collectPaise + 30_50,
    waived: waived.collectPaise - 20_00,
    surplus: 25_00 + 99_00 + paid.collectPaise + 15_00,
  });
});

test("a copy that was dropped is seen, also if the stock agrees with its moves", async () => {
  const dropped = [
    sql`update stock set on_hand = on_hand - 1 where book_id = 'godan'`,
    sql`insert into stock_moves (book_id, delta, cause) values ('godan', -1, 'correction')`,
  ];
  expect(await breachesWith(dropped)).toBe("100 copies of godan came in, but 99 are somewhere.");
});

test("a transfer that was settled twice, entered twice or lost is seen", async () => {
  const lineOf = sql`from remittance_lines where remittance_id = ${second} and position = 1`;
  const twice = sql`update remittance_lines set outcome = 'settled' where remittance_id = ${second} and position = 1`;
  expect(await breachesWith([twice])).toContain(`The lines that settle ${paid.orderNumber} add up to`);
  expect(await breachesWith([twice])).toContain("that it did not owe");
  const doubled = sql`insert into remittance_lines (remittance_id, position, tracking_number, amount_paise, outcome)
    select remittance_id, 9, tracking_number, amount_paise, outcome ${lineOf}`;
  expect(await breachesWith([doubled])).toContain("Transfer UTR00000002");
  const other = sql`insert into remittances (carrier, utr, paid_on, amount_paise, recorded_at)
    values ('Delhivery', 'UTR00000009', now(), 100, now())`;
  expect(await breachesWith([other])).toContain("Transfer UTR00000009 was never entered.");
});

test("an order that is paid without money, and a debt that is gone, are seen", async () => {
  const free = [
    sql`update payments set status = 'captured', evidence_sha256 = repeat('0', 64)
      where order_id = (select id from orders where number = ${owed.orderNumber})`,
  ];
  const found = await breachesWith(free);
  expect(found).toContain(`${owed.orderNumber} is paid, but its carrier has paid ₹0.00.`);
  expect(found).toContain("but the shop says");
});

test("an arrival that no carrier has seen is a breach", async () => {
  const early = [
    sql`alter table orders disable trigger user`,
    sql`update orders set fulfilment_state = 'delivered', payment_state = 'collected', state = 'delivered'
      where fulfilment_state = 'shipped'`,
  ];
  expect(await breachesWith(early)).toContain("is delivered in the shop, but its parcel is on its way.");
});

test("a parcel that is booked twice, or that the shop does not know, is seen", async () => {
  const one = {
    reference: `${owed.orderNumber}-P1`,
    orderId: 1,
    shipmentId: 1,
    awb: "SR1",
    courier: "",
    pin: "560001",
    collects: 0,
    grams: 100,
    isCancelled: false,
    hasPickup: false,
    scan: {},
  };
  const found = await findParcelBreaches(db, { shiprocket: [one, { ...one, awb: "SR2" }], delhivery: [] }, claims);
  expect(found).toContain(`The parcel of ${owed.orderNumber} is booked 2 times: SR1, SR2.`);
  expect(found).toContain(`The carrier has the parcel SR1 (${one.reference}), but the shop does not know it.`);
});
