/** Books that go back to suppliers: what may go back until when, return notes, and the credit for them. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { correctCopies, lockShelves } from "#shop/catalogue/stock/correct-copies.server.ts";
import { bookOfCodeSql } from "#shop/office/stock-room/deliveries.server.ts";
import { lotsSql } from "#shop/catalogue/stock/lots-sql.ts";
import { lotFields, type Lot } from "#shop/office/stock-room/lots/lots.server.ts";
import type { Supplier } from "./suppliers.server.ts";

/** A lot with copies that may be returned to the supplier. */
export interface ReturnableLot extends Lot {
  title: string;
}

/** The maximum number of lots in the list of what may go back, and of books that are looked at for it. */
export const maxReturnable = 200;
const maxBooks = 1_000;

/** What may go back to a supplier: copies on hand that were not bought for good, those with the earliest day first. */
export async function listReturnable(db: Db, supplier: string): Promise<ReturnableLot[]> {
  const books = sql`array(
    select ${bookOfCodeSql(sql`l.code`)} from deliveries d join delivery_lines l on l.delivery_id = d.id and l.shelved > 0
    where lower(d.supplier) = lower(${supplier}) and d.basis <> 'firm' order by d.id desc limit ${maxBooks})`;
  return readLots(db, books, sql`lower(m.supplier) = lower(${supplier}) and m.basis <> 'firm' and m.left_copies > 0`);
}

async function readLots(db: Db, books: SQL, where: SQL): Promise<ReturnableLot[]> {
  const { rows } = await db.execute<ReturnableLot>(sql`
    select ${lotFields}, w.title from (${lotsSql(books)}) m
      join books b on b.id = m.book_id join works w on w.id = b.work_id
    where ${where} order by m.return_until nulls last, w.title, m.delivery_id, m.code limit ${maxReturnable}`);
  return rows;
}

/** Copies of a lot that go back. */
export interface ReturnedCopies {
  deliveryId: number;
  code: string;
  copies: number;
}

export type Returning =
  | { ok: true; id: number; copies: number }
  /** The problem of a line: more than are left, more than are not reserved, or after the last day. */
  | { ok: false; reason: "left" | "reserved" | "late"; line: ReturnedCopies; title: string; most: number };

/**
 * Takes copies out of stock and makes a return note. Copies whose last day is over go back only with an agreement.
 * `today` is an ISO day.
 */
export async function returnToSupplier(
  tx: Db,
  { id: supplierId, name }: Pick<Supplier, "id" | "name">,
  { lines, agreement, today }: { lines: ReturnedCopies[]; agreement: string; today: string },
  { staffId, at }: { staffId: number; at: Date },
): Promise<Returning> {
  const codes = lines.map(({ code }) => code);
  const { rows } = await tx.execute<{ bookId: string | null }>(sql`
    select distinct ${bookOfCodeSql(sql`c.code`)} as book_id from unnest(${codes}::text[]) c (code)`);
  const bookIds = rows.flatMap(({ bookId }) => bookId ?? []);
  const shelves = new Map((await lockShelves(tx, bookIds)).map((shelf) => [shelf.bookId, shelf]));
  const lots = await readLots(tx, sql`${bookIds}::text[]`, sql`lower(m.supplier) = lower(${name})`);
  const goes = new Map<string, number>();
  const found: { line: ReturnedCopies; lot: ReturnableLot }[] = [];
  for (const line of lines) {
    const lot = lots.find(({ deliveryId, code }) => deliveryId === line.deliveryId && code === line.code);
    if (!lot || lot.basis === "firm" || line.copies > lot.left)
      return { ok: false, reason: "left", line, title: lot?.title ?? line.code, most: lot?.left ?? 0 };
    const { title, bookId } = lot;
    if (lot.returnUntil !== null && lot.returnUntil < today && agreement === "")
      return { ok: false, reason: "late", line, title, most: 0 };
    const all = (goes.get(bookId) ?? 0) + line.copies;
    const shelf = shelves.get(bookId);
    const free = shelf ? shelf.onHand - shelf.reserved : 0;
    if (all > free) return { ok: false, reason: "reserved", line, title, most: free };
    goes.set(bookId, all);
    found.push({ line, lot });
  }
  const { rows: made } = await tx.execute<{ id: number }>(sql`
    insert into supplier_returns (supplier_id, made_by, made_at, agreement)
    values (${supplierId}, ${staffId}, ${at}, ${agreement}) returning id::int as id`);
  const { id } = oneRow(made);
  await tx.execute(sql`
    insert into supplier_return_lines (return_id, delivery_id, code, book_id, copies)
    select ${id}, * from unnest(${found.map(({ lot }) => lot.deliveryId)}::bigint[], ${found.map(({ lot }) => lot.code)}::text[],
      ${found.map(({ lot }) => lot.bookId)}::text[], ${found.map(({ line }) => line.copies)}::int[])`);
  const corrections = [...goes].map(([bookId, copies]) => ({ bookId, delta: -copies }));
  const reason = `Returned to ${name}, ${returnNumber(id)}`;
  await correctCopies(tx, corrections, { importId: null, now: at, staffId, reason });
  return { ok: true, id, copies: found.reduce((sum, { line }) => sum + line.copies, 0) };
}

/** The number of a return on its papers. */
export function returnNumber(id: number): string {
  return `RN-${id}`;
}

/** A return to a supplier. */
export interface SupplierReturn {
  id: number;
  supplierId: number;
  supplier: string;
  gstin: string;
  madeAt: string;
  agreement: string;
  /** The supplier's credit note; null while it has not come. */
  creditedPaise: number | null;
  creditNumber: string;
  lines: {
    deliveryId: number;
    code: string;
    title: string;
    billNumber: string;
    copies: number;
    costPaise: number | null;
    mrpPaise: number | null;
  }[];
}

/** Finds a return; `forUpdate` locks it until the transaction ends. */
export async function findSupplierReturn(
  db: Db,
  id: number,
  { forUpdate = false } = {},
): Promise<SupplierReturn | null> {
  if (forUpdate) await db.execute(sql`select from supplier_returns where id = ${id} for update`);
  const { rows } = await db.execute<SupplierReturn>(sql`
    select r.id::int as id, r.supplier_id::int as supplier_id, s.name as supplier, s.gstin, r.made_at, r.agreement,
      r.credited_paise, r.credit_number, (
        select coalesce(jsonb_agg(jsonb_build_object('deliveryId', l.delivery_id, 'code', l.code,
            'title', coalesce(w.title, l.code), 'billNumber', d.bill_number, 'copies', l.copies, 'costPaise', o.cost_paise,
            'mrpPaise', o.mrp_paise) order by w.title, l.delivery_id, l.code), '[]')
        from supplier_return_lines l join deliveries d on d.id = l.delivery_id
          join delivery_lines o on o.delivery_id = l.delivery_id and o.code = l.code
          left join books b on b.id = l.book_id left join works w on w.id = b.work_id
        where l.return_id = r.id) as lines
    from supplier_returns r join suppliers s on s.id = r.supplier_id where r.id = ${id}`);
  return rows[0] ?? null;
}

/** Saves the credit note for a return; a null sum means that it has not come. */
export async function saveCredit(
  tx: Db,
  id: number,
  creditedPaise: number | null,
  creditNumber: string,
): Promise<void> {
  await tx.execute(sql`
    update supplier_returns set credited_paise = ${creditedPaise}::int, credit_number = ${creditNumber} where id = ${id}`);
}

/** Deletes a locked return that did not leave the shop, and puts its copies back into stock. */
export async function cancelReturn(
  tx: Db,
  id: number,
  { staffId, at }: { staffId: number; at: Date },
): Promise<number> {
  const { rows } = await tx.execute<{ bookId: string; copies: number }>(sql`
    select book_id, sum(copies)::int as copies from supplier_return_lines
    where return_id = ${id} and book_id is not null group by book_id order by book_id`);
  await lockShelves(
    tx,
    rows.map(({ bookId }) => bookId),
  );
  await tx.execute(sql`delete from supplier_returns where id = ${id}`);
  const corrections = rows.map(({ bookId, copies }) => ({ bookId, delta: copies }));
  const reason = `Return ${returnNumber(id)} cancelled`;
  await correctCopies(tx, corrections, { importId: null, now: at, staffId, reason });
  return rows.reduce((sum, { copies }) => sum + copies, 0);
}
