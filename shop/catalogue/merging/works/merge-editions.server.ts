import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { moveAddress } from "#shop/catalogue/books/moved-addresses.server.ts";

/**
 * Merges two rows of one edition: hides `other`, moves its wishes, its places on lists, weekly tables and in bundles,
 * and its stock requests to `keep`, and redirects its address. Orders still refer to `other`, and its stock stays with
 * it: returns the number of its copies on hand.
 */
export async function mergeEditions(tx: Db, keep: string, other: string, now: Date): Promise<number> {
  await tx.execute(sql`
    delete from wishes o where book_id = ${other}
      and exists (select from wishes k where k.book_id = ${keep} and k.reader_id = o.reader_id)`);
  await tx.execute(sql`update wishes set book_id = ${keep} where book_id = ${other}`);
  await tx.execute(sql`
    delete from reading_list_books o where book_id = ${other}
      and exists (select from reading_list_books k where k.book_id = ${keep} and k.reading_list_id = o.reading_list_id)`);
  await tx.execute(sql`update reading_list_books set book_id = ${keep} where book_id = ${other}`);
  await tx.execute(sql`
    delete from weekly_table_books o where book_id = ${other}
      and exists (select from weekly_table_books k where k.book_id = ${keep} and k.table_id = o.table_id)`);
  await tx.execute(sql`update weekly_table_books set book_id = ${keep} where book_id = ${other}`);
  await tx.execute(sql`
    delete from bundle_books o where book_id = ${other}
      and exists (select from bundle_books k where k.book_id = ${keep} and k.bundle_id = o.bundle_id)`);
  await tx.execute(sql`update bundle_books set book_id = ${keep} where book_id = ${other}`);
  await tx.execute(sql`
    delete from stock_requests o where book_id = ${other} and told_at is null
      and exists (select from stock_requests k
        where k.book_id = ${keep} and k.told_at is null and lower(k.email) = lower(o.email))`);
  await tx.execute(sql`update stock_requests set book_id = ${keep} where book_id = ${other}`);
  await tx.execute(sql`update books set is_listed = true where id = ${keep} and not is_listed`);
  await tx.execute(sql`update books set is_listed = false where id = ${other}`);
  await moveAddress(tx, "book", other, keep, now);
  const { rows } = await tx.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = ${other}`);
  return rows[0]?.onHand ?? 0;
}
