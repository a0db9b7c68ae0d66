import { sql, type SQL } from "#db/sql.ts";

/**
 * A query for the newest deliveries whose supplier has a word that begins with a text, or whose bill has a number with
 * it. A text of fewer than three characters finds none.
 */
export function deliveriesSql(text: string, limit: number): SQL {
  const typed = text.slice(0, 120).toLowerCase();
  const words = typed.length < 3 ? null : typed;
  const number = words !== null && /\d/.test(words) ? words : null;
  return sql`
    select id::text as id, supplier, bill_number, opened_at::text as opened_at from deliveries d
    where strpos(lower(d.bill_number), ${number}::text) > 0 or strpos(' ' || lower(d.supplier), ' ' || ${words}::text) > 0
    order by d.id desc limit ${limit}`;
}
