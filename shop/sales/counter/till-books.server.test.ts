/** Tests of copies with several printed MRPs: which prices a till gets, and which ones a sale may have. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { sellAtCounter } from "./sell-at-counter.server.ts";
import { readTillBooks } from "./till-books.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await addTestTill(db);
const staffId = await addStaff(testServices, "bookseller", "Ravi");
const ravi = { staffId, actor: "Ravi", till: "T1", mostPercent: null };

/** Notes that copies of a book came with a printed MRP, the latest ones of those on hand. */
async function arrived(bookId: string, copies: number, mrpPaise: number) {
  await db.execute(sql`
    with d as (insert into deliveries (supplier, bill_number, opened_by, opened_at, closed_at)
      values ('Rupa', '', ${staffId}, now(), now()) returning id)
    insert into delivery_lines (delivery_id, code, copies, shelved, scanned_at, mrp_paise)
    select d.id, coalesce(b.isbn13, b.id), ${copies}, ${copies}, now(), ${mrpPaise} from d, books b where b.id = ${bookId}`);
}

const readBook = async (bookId: string) => (await readTillBooks(db, [bookId]))[0]!;

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("where old and new copies are on hand, the oldest MRP comes first, and each has its price", async () => {
  await setStock(db, "godan", 5);
  await db.execute(sql`update books set mrp_paise = 20000, price_paise = 18000 where id = 'godan'`);
  expect(await readBook("godan")).not.toHaveProperty("mrps");
  await arrived("godan", 3, 250_00);
  expect((await readBook("godan")).mrps).toEqual([
    { mrpPaise: 200_00, pricePaise: 180_00, copies: 2 },
    // The discount off the MRP stays.
    { mrpPaise: 250_00, pricePaise: 225_00, copies: 3 },
  ]);
  await db.execute(sql`
    insert into planned_mrps (book_id, mrp_paise, price_paise, planned_by, planned_at)
    values ('godan', 25000, 24000, ${staffId}, now())`);
  expect((await readBook("godan")).mrps).toMatchObject([{}, { mrpPaise: 250_00, pricePaise: 240_00 }]);

  const at = (unitMrpPaise: number, unitPricePaise: number) =>
    counterSale(db, { godan: 1 }, { lines: (line) => ({ ...line, unitMrpPaise, unitPricePaise }) });
  const sold = await sellAtCounter(services, await at(250_00, 240_00), ravi);
  expect(sold).toMatchObject({ ok: true, sale: { bill: { totalPaise: 240_00 } } });
  const dear = await sellAtCounter(services, await at(250_00, 250_00), ravi);
  expect(dear).toMatchObject({ ok: false, reason: "prices", books: [{ mrpPaise: 200_00, pricePaise: 180_00 }] });

  // When only new copies are left, there is nothing to choose.
  await setStock(db, "godan", 3);
  expect(await readBook("godan")).not.toHaveProperty("mrps");
});

test("old copies with a lower MRP are offered at their own price after the MRP of the book was raised", async () => {
  await setStock(db, "malgudi-days", 4);
  await arrived("malgudi-days", 4, 300_00);
  await db.execute(sql`update books set mrp_paise = 40000, price_paise = 40000 where id = 'malgudi-days'`);
  await arrived("malgudi-days", 1, 400_00);
  expect(await readBook("malgudi-days")).toMatchObject({
    mrpPaise: 300_00,
    pricePaise: 300_00,
    mrps: [
      { mrpPaise: 300_00, pricePaise: 300_00, copies: 3 },
      { mrpPaise: 400_00, pricePaise: 400_00, copies: 1 },
    ],
  });
});
