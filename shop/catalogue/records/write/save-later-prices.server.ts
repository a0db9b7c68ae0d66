import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inOrder } from "#db/transaction.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { laterPricesIn } from "#shop/catalogue/records/record-fields.ts";

/** Replaces the announced prices of these books. */
export async function renewLaterPrices(tx: Db, books: Entity[]): Promise<void> {
  const ids = books.map(({ id }) => id);
  await inOrder([
    ids.length > 0 && tx.execute(sql`delete from later_prices where book_id = any(${ids}::text[])`),
    addLaterPrices(tx, books),
  ]);
}

/** Inserts the announced prices of new books. */
export async function addLaterPrices(tx: Db, books: Entity[]) {
  const prices = books.flatMap(({ id, now }) =>
    laterPricesIn(now).map(([day, mrp, price]) => ({ id, day, mrp, price })),
  );
  if (prices.length === 0) return;
  await tx.execute(sql`
    insert into later_prices (book_id, begins_on, mrp_paise, price_paise, cause)
    select given.*, catalogue_cause() from unnest(${prices.map(({ id }) => id)}::text[],
      ${prices.map(({ day }) => day)}::date[], ${prices.map(({ mrp }) => mrp)}::int[],
      ${prices.map(({ price }) => price)}::int[]) as given`);
}
