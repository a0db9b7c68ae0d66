import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { numberedSql, papersSql, type Numbered } from "./orders/find-number.server.ts";
import { deliveriesSql } from "./parcels/find-deliveries.server.ts";
import { readersSql } from "./readers.server.ts";

/** What a typed text finds, except orders by name and books. All times are in PostgreSQL's format. */
export interface FoundRecords {
  /** What has exactly this number. */
  numbered: Numbered[];
  papers: { number: string; kind: "bill" | "credit-note"; issuedAt: string; orderNumber: string }[];
  deliveries: { id: string; supplier: string; billNumber: string; openedAt: string }[];
  readers: { id: number; name: string; since: string }[];
}

/** Finds what has a number, and at most `limit` bills, deliveries and readers by parts of theirs, by one statement. */
export async function findRecords(
  db: Db,
  text: string,
  { isbn13, limit }: { isbn13: string | null; limit: number },
): Promise<FoundRecords> {
  const typed = text.replaceAll("\0", "").trim().slice(0, 200);
  const listed = (fields: SQL, rows: SQL) => sql`
    (select coalesce(json_agg(json_build_object(${fields})), '[]') from (${rows}) f)`;
  const { rows } = await db.execute<{ found: FoundRecords }>(sql`
    select json_build_object(
      'numbered', ${listed(sql`'kind', f.kind, 'key', f.key, 'issuedAt', f.issued_at, 'book', f.book`, numberedSql(typed, isbn13))},
      'papers', ${listed(
        sql`'number', f.number, 'kind', f.kind, 'issuedAt', f.issued_at, 'orderNumber', f.order_number`,
        papersSql(typed, limit),
      )},
      'deliveries', ${listed(
        sql`'id', f.id, 'supplier', f.supplier, 'billNumber', f.bill_number, 'openedAt', f.opened_at`,
        deliveriesSql(typed, limit),
      )},
      'readers', ${listed(sql`'id', f.id, 'name', f.name, 'since', f.since`, readersSql(typed, limit))}) as found`);
  return oneRow(rows).found;
}
