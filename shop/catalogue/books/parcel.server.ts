import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { UsualGrams } from "./parcel-weight.ts";

/** What the catalogue knows of the books that go into one parcel. */
export interface ParcelBooks {
  /** Sum of the prices for one copy of each book, in paise. */
  pricePaise: number;
  /**
   * ISO date on which the last of the books is published; the last day of the month or year if the exact day is
   * unknown. Null if nothing is known.
   */
  publishedOn: string | null;
  /** The weight of a parcel with one copy of each, in grams. */
  grams: number;
}

/** SQL: the last day on which the edition `b` may be published: of the month or the year, if the day is unknown. */
export const publishedBy = sql`(date_trunc(b.published_precision, b.published_on)
  + ('1 ' || b.published_precision)::interval - interval '1 day')::date`;

/** Reads the facts that decide when books can be sent and what shipping costs; ignores unknown ids. */
export async function readParcelBooks(db: Db, bookIds: string[], usual: UsualGrams): Promise<ParcelBooks> {
  const { rows } = await db.execute<ParcelBooks>(sql`
    select coalesce(sum(b.price_paise), 0)::int as price_paise, max(${publishedBy})::text as published_on,
      coalesce(sum(coalesce(b.weight_grams, ${usual.book}::int)), 0)::int + ${usual.packing}::int as grams
    from books b where b.id = any(${bookIds}::text[])`);
  return oneRow(rows);
}
