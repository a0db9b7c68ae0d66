/** Counts and finds the books of the desk's table, exactly and at any size of the catalogue, by bitmaps. */
import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";

/** Books of a publisher that are read by the index of publishers; more get a bitmap. */
const maxWithoutBits = 5_000;

/** Books that have all of some values: found by bitmaps, by the index of a publisher, or among some books. */
export type BookSet =
  | { by: "bits"; values: readonly string[] }
  | { by: "publisher"; publisher: string; values: readonly string[] }
  | { by: "ids"; ids: string[]; values: readonly string[] };

/** The set of the books that have all of `values`. */
export async function findBookSet(db: Db, values: readonly string[]): Promise<BookSet> {
  const all = values.length > 0 ? [...new Set(values)] : ["book:all"];
  const value = all.find((one) => one.startsWith("publisher:"));
  if (value === undefined) return { by: "bits", values: all };
  const publisher = value.slice("publisher:".length);
  const { rows } = await db.execute<{ hasBits: boolean; isLarge: boolean }>(sql`
    select has_bits, not has_bits and (
      select count(*) from (select from books where publisher_id = ${publisher} limit ${maxWithoutBits + 1}) found) > ${maxWithoutBits}
      as is_large
    from (select exists (select from desk_book_bits where value = ${value} and chunk = 0) as has_bits offset 0) kept`);
  const { hasBits, isLarge } = oneRow(rows);
  if (isLarge) await db.execute(sql`select keep_desk_bits(${publisher})`);
  return hasBits || isLarge ? { by: "bits", values: all } : { by: "publisher", publisher, values: all };
}

/** SQL: the number of books in a set. */
export function countedSql(set: BookSet): SQL {
  if (set.by === "bits")
    return sql`(
      select coalesce(sum(bit_count(bits)), 0)::int from (
        select bit_and(bits) as bits from desk_book_bits where value = any(${set.values}::text[])
        group by chunk having count(*) = ${set.values.length}) matching)`;
  return sql`(select count(*)::int from ${slotsSql(set)} matching)`;
}

/** SQL: a table of the `slot`s of a set. */
export function slotsSql(set: BookSet): SQL {
  if (set.by === "bits")
    return sql`(
      select s.slot from (
        select chunk, bit_and(bits) as bits from desk_book_bits where value = any(${set.values}::text[])
        group by chunk having count(*) = ${set.values.length} order by chunk) matching
        cross join lateral slots_of(matching.bits, matching.chunk) s)`;
  if (set.by === "publisher")
    return sql`(
      select r.slot from books b join desk_books r on r.book_id = b.id
      where b.publisher_id = ${set.publisher} and r.has @> ${set.values}::text[])`;
  return sql`(select slot from desk_books where book_id = any(${set.ids}::text[]) and has @> ${set.values}::text[])`;
}
