import { sql, type SQL } from "#db/sql.ts";
import type { BookOrder } from "./book-query.ts";

/** The column of `desk_books` of each order, how a cursor gives its value, and what that looks like. */
interface OrderColumn {
  key: SQL;
  value: (given: string) => SQL;
  pattern: RegExp;
}

const text = { value: (given: string) => sql`${given}::text`, pattern: /^.{0,60}$/su };
const number = { value: (given: string) => sql`${Number(given)}::integer`, pattern: /^-?\d{1,9}$/ };

const columns: Record<BookOrder["by"], OrderColumn> = {
  added: {
    key: sql`r.added_at`,
    value: (given) => sql`${given}::timestamptz`,
    pattern: /^\d{4}-\d\d-\d\d [\d:.]{8,15}\+\d\d(?::?\d\d)?$/,
  },
  title: { key: sql`r.title`, ...text },
  author: { key: sql`r.author`, ...text },
  publisher: { key: sql`r.publisher`, ...text },
  price: { key: sql`r.price_paise`, ...number },
  mrp: { key: sql`r.mrp_paise`, ...number },
  copies: { key: sql`r.available`, ...number },
  sold: { key: sql`r.sold`, ...number },
};

/** SQL of an order: its column, `order by`, and the condition that a row is after a cursor; `r` is the row. */
export function orderSql({ by, isDown }: BookOrder, after: string | null): Record<"key" | "order" | "isAfter", SQL> {
  const { key, value, pattern } = columns[by];
  const order = isDown ? sql`${key} desc, r.slot desc` : sql`${key}, r.slot`;
  const [, given = "", slot] = /^(.*)~(\d{1,9})$/su.exec(after?.replaceAll("\0", "") ?? "") ?? [];
  if (slot === undefined || !pattern.test(given)) return { key, order, isAfter: sql`true` };
  const cursor = sql`(${value(given)}, ${Number(slot)}::integer)`;
  return { key, order, isAfter: isDown ? sql`(${key}, r.slot) < ${cursor}` : sql`(${key}, r.slot) > ${cursor}` };
}
