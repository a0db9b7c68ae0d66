import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** What the catalogue says of books that are to go into one parcel. */
export interface ParcelBooks {
  /** One copy of each. */
  pricePaise: number;
  /** ISO day on which the last of them comes out, or came out; of a month or a year its last day. Null when nobody knows. */
  publishedOn: string | null;
}

/** What decides when books can leave and what sending them costs; ids that are no book's count for nothing. */
export async function readParcelBooks(db: Db, bookIds: string[]): Promise<ParcelBooks> {
  const { rows } = await db.execute<ParcelBooks>(sql`
    select coalesce(sum(b.price_paise), 0)::int as price_paise,
      max(date_trunc(b.published_precision, b.published_on) + ('1 ' || b.published_precision)::interval
        - interval '1 day')::date::text as published_on
    from books b where b.id = any(${bookIds}::text[])`);
  return oneRow(rows);
}
