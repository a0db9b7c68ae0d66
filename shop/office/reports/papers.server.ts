/** Lists a month's bills and credit notes, and adds them up, for the bookseller's accountant. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { startOfMonth } from "#shop/kernel/dates/months.ts";
import type { LongReport } from "./long-report.server.ts";

/** A bill or a credit note of a month; money in paise. */
export interface Paper {
  /** The cursor for the next page (`after`). */
  id: string;
  kind: "bill" | "credit-note";
  number: string;
  /** The day in India, `2026-10-03`. */
  issuedOn: string;
  orderNumber: string;
  /** The buyer's state, such as `Karnataka (29)`. */
  placeOfSupply: string;
  /** Empty unless names are requested. */
  buyerName: string;
  /** The taxed amount, without its tax. */
  taxablePaise: number;
  untaxedPaise: number;
  taxPaise: number;
  totalPaise: number;
}

export const papersOnPage = 50;
/** With at most this number of documents in a month, the page adds them up itself. */
const shortPapers = 100;

/** Sums of a month's documents, less credit notes. In paise. */
export interface PaperSums extends Pick<Paper, "taxablePaise" | "untaxedPaise" | "taxPaise" | "totalPaise"> {
  papers: number;
}

/** Joins for documents with the alias `d`: `c` is the parsed content, parsed once, and `tax.paise` its tax. */
const contentsSql = sql`
  cross join lateral jsonb_to_record(d.content) c ("issuedOn" text, "orderNumber" text, "placeOfSupply" text, buyer jsonb,
    "totalPaise" float8, "untaxedPaise" float8, taxes jsonb)
  cross join lateral (
    select coalesce(sum((t ->> 'taxPaise')::bigint), 0)::float8 as paise from jsonb_array_elements(c.taxes) t) tax`;
/** The amounts of a document: taxed (without tax), untaxed, and total. */
const moneySql = {
  taxed: sql`(coalesce(c."totalPaise", 0) - coalesce(c."untaxedPaise", 0) - tax.paise)`,
  untaxed: sql`coalesce(c."untaxedPaise", 0)`,
  total: sql`coalesce(c."totalPaise", 0)`,
};

/** Beginning and end of a month in India, as ISO times. */
function spanOf(month: string): { from: string; until: string } {
  return { from: startOfMonth(month).toISOString(), until: startOfMonth(month, 1).toISOString() };
}

/** Whether a page can add up the month itself, because it has few documents; `month` is `2026-10`. */
export async function isShortMonth(db: Db, month: string): Promise<boolean> {
  const { from, until } = spanOf(month);
  const { rows } = await db.execute<{ papers: number }>(sql`
    select count(*)::int as papers from (
      select from documents where issued_at >= ${from}::timestamptz and issued_at < ${until}::timestamptz
      limit ${shortPapers + 1}) d`);
  return oneRow(rows).papers <= shortPapers;
}

/** The report of the sums of a month's documents; `month` is `2026-10`. */
export function papersReport(month: string): LongReport<PaperSums, never> {
  return {
    kind: "gst-papers",
    question: { month },
    isShort: (db) => isShortMonth(db, month),
    async make(db) {
      const { from, until } = spanOf(month);
      const sum = (paise: ReturnType<typeof sql>) =>
        sql`coalesce(sum(case d.kind when 'bill' then 1 else -1 end * ${paise}), 0)`;
      const { rows } = await db.execute<PaperSums>(sql`
        select count(*)::int as papers, ${sum(moneySql.taxed)} as taxable_paise, ${sum(moneySql.untaxed)} as untaxed_paise,
          ${sum(sql`tax.paise`)} as tax_paise, ${sum(moneySql.total)} as total_paise
        from documents d ${contentsSql}
        where d.issued_at >= ${from}::timestamptz and d.issued_at < ${until}::timestamptz`);
      return { head: oneRow(rows), pages: [] };
    },
  };
}

export interface PapersQuery {
  month: string;
  after: string;
  limit: number;
  hasNames: boolean;
  number?: string;
}

/**
 * Lists the documents issued in a month in India, in the order of issue, at most `limit`: those after the document
 * `after`, or only the one with `number`. Buyers' names are included if `hasNames`.
 */
export async function listPapers(
  db: Db,
  { month, after, limit, hasNames, number = "" }: PapersQuery,
): Promise<Paper[]> {
  const { from, until } = spanOf(month);
  const { rows } = await db.execute<Paper>(sql`
    select d.id::text as id, d.kind, d.number, coalesce(c."issuedOn", '') as issued_on,
      coalesce(c."orderNumber", '') as order_number,
      coalesce(c."placeOfSupply", '') as place_of_supply,
      ${hasNames ? sql`coalesce(c.buyer ->> 'name', '')` : sql`''`} as buyer_name,
      ${moneySql.taxed} as taxable_paise, ${moneySql.untaxed} as untaxed_paise, tax.paise as tax_paise,
      ${moneySql.total} as total_paise
    from (
        select * from documents
        where issued_at >= ${from}::timestamptz and issued_at < ${until}::timestamptz
          ${number === "" ? sql`` : sql`and number = ${number}`}
          and (${after}::text = '' or (issued_at, id) >
            (select b.issued_at, b.id from documents b where b.id = nullif(${after}::text, '')::bigint))
        order by issued_at, id limit ${limit}
      ) d ${contentsSql}
    order by d.issued_at, d.id`);
  return rows;
}
