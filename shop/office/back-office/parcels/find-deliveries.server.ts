import { escapeLike, sql, type SQL } from "#db/sql.ts";

/** The maximum number of deliveries, newest first, that are searched by supplier and by any part of the bill's number. */
const maxSearched = 2_000;
/** The maximum number of deliveries that are found by the beginning of their bill's number. */
const maxBegun = 200;

/**
 * A query for the newest deliveries whose bill has a number that begins with a text; of the newest 2,000 also those
 * whose bill has a number with it, or whose supplier has a word that begins with it. A text of fewer than three
 * characters finds none.
 */
export function deliveriesSql(text: string, limit: number): SQL {
  const typed = text.slice(0, 120).toLowerCase();
  const words = typed.length < 3 ? null : typed;
  const number = words !== null && /\d/.test(words) ? words : null;
  const begun = number === null ? null : `${escapeLike(number)}%`;
  return sql`
    select id::text as id, supplier, bill_number, opened_at::text as opened_at from (
      (select * from deliveries d where d.bill_number <> '' and lower(d.bill_number) like ${begun}::text limit ${maxBegun})
      union
      select * from (select * from deliveries order by id desc limit ${maxSearched}) d
      where strpos(lower(d.bill_number), ${number}::text) > 0 or strpos(' ' || lower(d.supplier), ' ' || ${words}::text) > 0) d
    order by d.id desc limit ${limit}`;
}
