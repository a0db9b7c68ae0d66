import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { startOfMonth } from "#shop/dates/months.ts";

/** A bill or a credit note of a month; money in paise. */
export interface Paper {
  /** Where a page of them may begin: behind the last one of the page before. */
  id: string;
  kind: "bill" | "credit-note";
  number: string;
  /** The day in India, `2026-10-03`. */
  issuedOn: string;
  orderNumber: string;
  /** The buyer's state, such as `Karnataka (29)`. */
  placeOfSupply: string;
  /** Empty unless names were asked for. */
  buyerName: string;
  /** What is taxed, without its tax. */
  taxablePaise: number;
  untaxedPaise: number;
  taxPaise: number;
  totalPaise: number;
}

export const papersOnPage = 50;

/** The papers that were issued in a month in India, in their order, behind one of them, at most `limit`; names only if asked for. */
export async function listPapers(
  db: Db,
  { month, after, limit, hasNames }: { month: string; after: string; limit: number; hasNames: boolean },
): Promise<Paper[]> {
  const from = startOfMonth(month).toISOString();
  const until = startOfMonth(month, 1).toISOString();
  const { rows } = await db.execute<Paper>(sql`
    select d.id::text as id, d.kind, d.number, coalesce(d.content ->> 'issuedOn', '') as issued_on,
      coalesce(d.content ->> 'orderNumber', '') as order_number,
      coalesce(d.content ->> 'placeOfSupply', '') as place_of_supply,
      ${hasNames ? sql`coalesce(d.content -> 'buyer' ->> 'name', '')` : sql`''`} as buyer_name,
      coalesce((d.content ->> 'totalPaise')::float8, 0) - coalesce((d.content ->> 'untaxedPaise')::float8, 0) - tax.paise as taxable_paise,
      coalesce((d.content ->> 'untaxedPaise')::float8, 0) as untaxed_paise,
      tax.paise as tax_paise, coalesce((d.content ->> 'totalPaise')::float8, 0) as total_paise
    from (
        select * from documents
        where issued_at >= ${from}::timestamptz and issued_at < ${until}::timestamptz
          and (${after}::text = '' or (issued_at, id) >
            (select b.issued_at, b.id from documents b where b.id = nullif(${after}::text, '')::bigint))
        order by issued_at, id limit ${limit}
      ) d
      cross join lateral (
        select coalesce(sum((t ->> 'taxPaise')::bigint), 0)::float8 as paise
        from jsonb_array_elements(d.content -> 'taxes') t) tax
    order by d.issued_at, d.id`);
  return rows;
}
