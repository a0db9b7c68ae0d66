/** The ledgers of tills and of collected orders: clean for a shop that is right, and not for planted faults. */
import { expect, test } from "vitest";

import { sql, type SQL } from "#db/sql.ts";
import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { newTillClaims, type TillSale } from "./till-claims.ts";
import { countTill } from "#shop/sales/counter/count-till.server.ts";
import { takeBack } from "#shop/sales/counter/return-at-counter.server.ts";
import { sellAtCounter } from "#shop/sales/counter/sell-at-counter.server.ts";
import { handOver } from "#shop/sales/orders/collection/hand-over.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { collectionTerms, orderToCollect } from "#tests/support/sales/order-on-delivery.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { countCopies } from "./copies.ts";
import { newParcelClaims } from "./parcel-claims.ts";
import { findTillBreaches } from "./tills.ts";

const { db, services } = await openTestServices({ collection: collectionTerms });
await setStock(db, "godan", 100);
await addTestTill(db);
const staffId = await addStaff({ db }, "owner");
const claims = newTillClaims();

async function sold(copies: number): Promise<TillSale> {
  const sale = await counterSale(db, { godan: copies });
  const done = await sellAtCounter(services, sale, { staffId, actor: "Ravi", till: "T1", mostPercent: null });
  if (!done.ok) throw new Error(done.reason);
  const { orderNumber, bill } = done.sale;
  const known: TillSale = { till: "T1", sale, orderNumber, bill: bill.number, back: "no", asked: null };
  claims.sales.set(sale.id, known);
  return known;
}

const kept = await sold(2);
await countTill(services, { till: "T1", countedPaise: 900_00, leftPaise: 500_00, note: "", staffId });
const back = await sold(3);
const why = { isFit: false, why: "Torn", paidBy: "cash", reference: "" } as const;
const asked = { orderNumber: back.orderNumber, lines: [{ position: 0, copies: 3 }], ...why };
await takeBack(services, asked, { staffId, till: "T1", limits: undefined });
back.back = "unfit";
await sold(1);
const collected = await orderToCollect(services, "collects", { godan: 1 }, "ready");
const { rows } = await db.execute<{ paise: number }>(
  sql`select total_paise::int as paise from orders where number = ${collected}`,
);
const duePaise = rows[0]!.paise;
await handOver(services, collected, { duePaise, payment: { by: "cash", reference: "" }, actor: "Ravi" });
claims.collections.set(collected, { fate: "handed over", duePaise });
const waits = await orderToCollect(services, "waits", { godan: 1 }, "ready");

/** What the ledgers say when this is wrong; the records are put right again. */
async function breachesWith(records: SQL[]): Promise<string> {
  let found: string[] = [];
  const undone = inTransaction(db, async (tx: Db) => {
    for (const statement of records) await tx.execute(statement);
    const copies = await countCopies(tx, new Map([["godan", 100]]), newParcelClaims(), claims);
    found = [...copies.breaches, ...(await findTillBreaches(tx, claims))];
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  return found.join("\n");
}

test("a shop whose records are right has no breach, and every copy is somewhere", async () => {
  expect(await breachesWith([])).toBe("");
  const { places } = await countCopies(db, new Map([["godan", 100]]), newParcelClaims(), claims);
  expect(places).toMatchObject({ "with readers": 4, "written off": 3, "to be sent": 1 });
});

test("a lost move of stock is seen", async () => {
  const lost = [
    sql`alter table stock_moves disable trigger user`,
    sql`delete from stock_moves where order_id = (select id from orders where number = ${kept.orderNumber})`,
    sql`update stock set on_hand = on_hand + 2 where book_id = 'godan'`,
  ];
  expect(await breachesWith(lost)).toBe("100 copies of godan came in, but 102 are somewhere.");
});

test("a doubled entry of cash is seen, and a sale that no count has", async () => {
  const ofSale = sql`where id = ${kept.sale.id}::uuid`;
  const doubled = sql`update till_counts set expected_paise = expected_paise + (select cash_paise from counter_sales ${ofSale})`;
  expect(await breachesWith([doubled])).toContain("The till T1 took");
  const again = sql`update counter_sales set count_id = null ${ofSale}`;
  expect(await breachesWith([again])).toContain("The till T1 took");
});

test("a sale that no till has made, and one that is missing, are seen", async () => {
  const other = sql`update counter_sales set id = gen_random_uuid() where id = ${kept.sale.id}::uuid`;
  const found = await breachesWith([other]);
  expect(found).toContain(`No till has made the sale ${kept.orderNumber}.`);
  expect(found).toContain(`The sale ${kept.orderNumber} of`);
});

test("an order that is handed over or paid, and was not, is seen", async () => {
  const time = new Date();
  const payment = { by: "cash", reference: "" } as const;
  await handOver({ db, now: () => time }, waits, { duePaise, payment, actor: "Ravi" });
  const found = await breachesWith([]);
  expect(found).toContain(`${waits} is handed over in the shop, but its reader has it not.`);
  expect(found).toContain(`The reader of ${waits} paid ₹0.00 at the counter`);
});
