/** Fills a shop with sample orders of the last two years, for measurements and for pages with much data. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";

import { openPool, type Database } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { buildBill, type BilledOrder } from "#shop/sales/documents/bill.ts";
import { buildCreditNote, type CreditedCopies } from "#shop/sales/documents/credit-note.ts";
import { documentNumber, financialYearOf } from "#shop/sales/documents/document-number.ts";
import type { DocumentContent, DocumentKind, Seller } from "#shop/sales/documents/document.ts";

const batch = 20_000;
const seller: Seller = {
  legalName: "Endpaper Books",
  addressLines: ["12 Church Street", "Bengaluru 560001"],
  gstin: "29AABCE1234F1Z1",
  stateCode: "KA",
  email: "help@bench.invalid",
  phone: "+91 80 4000 0000",
};

interface Paper {
  kind: DocumentKind;
  orderId: number;
  refundId: number | null;
  number: string;
  financialYear: string;
  sequence: number;
  issuedAt: string;
  content: DocumentContent;
}

/**
 * Adds `orders` orders of the last two years with all their data (see `bench/README.md`) to a catalogue without sales.
 * Rows are written in bulk, as the role that owns the tables; bills and credit notes by the shop's own functions.
 */
export async function seedOrders({ ownerUrl }: Pick<Database, "ownerUrl">, orders: number): Promise<void> {
  const pool = openPool(ownerUrl, 1);
  const set = (name: string, value: string) => pool.query("select set_config($1, $2, false)", [name, value]);
  try {
    const { rows } = await pool.query<{ known: boolean }>("select exists (select from orders) as known");
    if (rows[0]!.known) throw new Error("This shop has orders already.");
    await set("bench.orders", String(orders));
    await set("bench.now", new Date().toISOString());
    await runFile(pool, "begin.sql");
    const sequences = new Map<string, number>();
    for (let first = 1; first <= orders; first += batch) {
      const last = Math.min(first + batch - 1, orders);
      await set("bench.first", String(first));
      await set("bench.last", String(last));
      await runFile(pool, "batch.sql");
      await issuePapers(pool, { first, last }, sequences);
    }
    for (const [series, lastNumber] of sequences)
      await pool.query("insert into document_series (financial_year, kind, last_number) values ($1, $2, $3)", [
        ...series.split(" "),
        lastNumber,
      ]);
    await runFile(pool, "end.sql");
  } finally {
    await pool.end();
  }
}

/** Runs the statements of a file one after the other, each in a transaction of its own. */
async function runFile(pool: pg.Pool, name: string): Promise<void> {
  const text = await readFile(join(import.meta.dirname, "seeded-orders", name), "utf8");
  for (const statement of text.split(/;\n/)) if (statement.trim()) await pool.query(statement);
}

async function issuePapers(
  pool: pg.Pool,
  { first, last }: { first: number; last: number },
  sequences: Map<string, number>,
): Promise<void> {
  const db = queriesOver(pool, pool);
  const { rows } = await db.execute<{
    id: number;
    paidAt: string;
    order: BilledOrder;
    refund: { id: number; amountPaise: number; copies: CreditedCopies[]; createdAt: string } | null;
  }>(sql`
    select o.id::float8 as id, o.paid_at::text as paid_at, json_build_object(
      'number', o.number, 'name', o.name, 'addressLine1', o.address_line1, 'addressLine2', o.address_line2, 'city', o.city,
      'stateCode', o.state_code, 'pin', o.pin, 'shippingPaise', o.shipping_paise, 'totalPaise', o.total_paise,
      'lines', (select coalesce(json_agg(json_build_object('position', l.position, 'title', l.title, 'author', l.author,
          'hsn', l.hsn, 'taxClass', l.tax_class, 'quantity', l.quantity, 'unitPricePaise', l.unit_price_paise,
          'discountPaise', l.discount_paise) order by l.position), '[]') from order_lines l where l.order_id = o.id)) as order,
      (select json_build_object('id', r.id, 'amountPaise', r.amount_paise, 'copies', r.copies, 'createdAt', r.created_at)
        from refunds r where r.order_id = o.id) as refund
    from orders o where o.id between ${first}::bigint and ${last}::bigint and o.paid_at is not null order by o.id`);
  const papers: Paper[] = [];
  const write = (
    kind: DocumentKind,
    at: Date,
    of: { orderId: number; refundId: number | null },
    build: (number: string, issuedOn: string) => DocumentContent,
  ) => {
    const financialYear = financialYearOf(at);
    const sequence = (sequences.get(`${financialYear} ${kind}`) ?? 0) + 1;
    sequences.set(`${financialYear} ${kind}`, sequence);
    const number = documentNumber(kind === "bill" ? "EP" : "CN", financialYear, sequence);
    const content = build(number, isoDay(at));
    papers.push({ ...of, kind, number, financialYear, sequence, issuedAt: at.toISOString(), content });
    return content;
  };
  for (const { id, paidAt, order, refund } of rows) {
    const bill = write("bill", new Date(paidAt), { orderId: id, refundId: null }, (number, issuedOn) =>
      buildBill({ number, issuedOn, seller, order }),
    );
    if (refund)
      write("credit-note", new Date(refund.createdAt), { orderId: id, refundId: refund.id }, (number, issuedOn) => {
        const { amountPaise, copies } = refund;
        return buildCreditNote({ number, issuedOn, bill, earlier: [], amountPaise, copies, reason: "Returned" });
      });
  }
  await db.execute(sql`
    insert into documents (order_id, refund_id, kind, number, financial_year, sequence, issued_at, content)
    select "orderId", "refundId", kind, number, "financialYear", sequence, "issuedAt", content
    from jsonb_to_recordset(${JSON.stringify(papers)}::jsonb) as paper ("orderId" bigint, "refundId" bigint, kind text,
      number text, "financialYear" text, sequence int, "issuedAt" timestamptz, content jsonb)`);
}
