/** Deliveries of books to the shop: opening, scanning, correcting and listing them. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { costAt, type Basis } from "./terms.ts";

/** A delivery, as its bill describes it. */
export interface DeliveryHead {
  supplier: string;
  /** Empty if there is no bill number. */
  billNumber: string;
  /** ISO day; null when it is unknown. */
  billedOn: string | null;
}

/** A delivery to open; with a purchase order if it is known to which it belongs. */
export interface OpenedDelivery extends DeliveryHead {
  purchaseOrderId?: number | null;
}

/** A delivery in the list. */
export interface DeliveryInList extends DeliveryHead {
  id: number;
  /** ISO time. */
  openedAt: string;
  openedBy: string;
  isOpen: boolean;
  /** Copies that were scanned, those of them on the shelf, and those with an ISBN that the shop does not know. */
  copies: number;
  shelved: number;
  unknown: number;
}

/** The copies of one book in a delivery. */
export interface DeliveryLine {
  /** An ISBN of 13 digits, or the id of a book without one. */
  code: string;
  /** Copies in good state, those of them on the shelf, and damaged ones, which are not put there. */
  copies: number;
  shelved: number;
  damaged: number;
  /** Copies on the bill; null if as many as came. */
  billed: number | null;
  /** The cost of one copy; null when it is unknown. */
  costPaise: number | null;
  /** What a copy costs by the discount off its MRP; null without a discount. */
  termsCostPaise: number | null;
  /** The MRP printed on these copies; null when it is unknown. */
  printedMrpPaise: number | null;
  /** The book's own MRP, and the shop's price. */
  mrpPaise: number | null;
  pricePaise: number | null;
  /** Copies on hand that are not from this delivery. */
  otherCopies: number;
  /** Null for a book that the shop does not know; the line then waits until the book is added. */
  bookId: string | null;
  title: string | null;
  /** For a book that the shop does not know: its title in a file of book data. */
  lookupTitle: string | null;
  author: string | null;
  format: string | null;
  /** Where in the shop the book is kept; null if unknown. */
  place: string | null;
}

export interface Delivery extends DeliveryHead {
  id: number;
  openedAt: string;
  isOpen: boolean;
  purchaseOrderId: number | null;
  /** Null in deliveries of older versions, as is the discount, in hundredths of a per cent of the MRP. */
  basis: Basis | null;
  returnDays: number | null;
  discount: number | null;
  /** The total of the bill; null if it is unknown. */
  billedPaise: number | null;
  /** The part of the total that is not for books. */
  chargesPaise: number;
  /** The line that was scanned last is the first. */
  lines: DeliveryLine[];
}

/** A scan of a book; a null field keeps the value of an earlier scan. */
export interface Scan {
  code: string;
  copies: number;
  costPaise: number | null;
  printedMrpPaise?: number | null;
}

/** The values of a line that a person can correct. */
export type LineValues = Pick<DeliveryLine, (typeof lineValues)[number]>;
const lineValues = ["copies", "damaged", "billed", "costPaise", "printedMrpPaise"] as const;

/** The maximum number of deliveries in a list, and of lines in a delivery. */
export const maxDeliveries = 50;
export const maxLines = 500;

/** SQL for the book of a scanned code: by its ISBN, otherwise by its id; null for a book unknown to the shop. */
export function bookOfCodeSql(code: SQL): SQL {
  return sql`coalesce((select k.id from books k where k.isbn13 = ${code}), (select k.id from books k where k.id = ${code}))`;
}

const bookOfLine = bookOfCodeSql(sql`l.code`);

/**
 * Opens a delivery with the terms of its supplier, and adds the supplier if new. If the supplier already has a delivery
 * with this bill number (case is ignored), returns that one, so that a second part joins the first. Without a bill
 * number, returns the open delivery of the same purchase order, so that two people who receive it share one delivery.
 */
export async function openDelivery(
  tx: Db,
  { supplier, billNumber, billedOn, purchaseOrderId = null }: OpenedDelivery,
  { staffId, at }: { staffId: number; at: Date },
): Promise<{ id: number; isNew: boolean }> {
  if (purchaseOrderId !== null) {
    // The second of two people who receive it waits here for the delivery of the first.
    await tx.execute(sql`select from purchase_orders where id = ${purchaseOrderId} for update`);
    const { rows: open } = await tx.execute<{ id: number }>(sql`
      select id::int as id from deliveries
      where purchase_order_id = ${purchaseOrderId} and closed_at is null and bill_number = '' and ${billNumber} = ''
      order by id limit 1`);
    if (open[0]) return { id: open[0].id, isNew: false };
  }
  await tx.execute(sql`insert into suppliers (name) values (${supplier}) on conflict do nothing`);
  const { rows: made } = await tx.execute<{ id: number }>(sql`
    insert into deliveries
      (supplier, bill_number, billed_on, opened_by, opened_at, purchase_order_id, basis, return_days, discount)
    select ${supplier}, ${billNumber}, ${billedOn}::date, ${staffId}, ${at}, o.id, s.basis, s.return_days,
      coalesce(o.discount, s.discount)
    from suppliers s left join purchase_orders o on o.id = ${purchaseOrderId}::bigint and o.supplier_id = s.id
    where lower(s.name) = lower(${supplier})
    on conflict (lower(supplier), lower(bill_number)) where bill_number <> '' do nothing returning id::int as id`);
  if (made[0]) return { id: made[0].id, isNew: true };
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id::int as id from deliveries
    where lower(supplier) = lower(${supplier}) and lower(bill_number) = lower(${billNumber}) and bill_number <> ''`);
  return { id: oneRow(rows).id, isNew: false };
}

/**
 * Lists at most `maxDeliveries` deliveries: open ones, then closed ones, each newest first; after the delivery `after`
 * if given.
 */
export async function listDeliveries(
  db: Db,
  after: Pick<DeliveryInList, "id" | "isOpen"> | null = null,
): Promise<DeliveryInList[]> {
  const list = (which: SQL) => sql`
    select d.id::int as id, d.supplier, d.bill_number, d.billed_on, d.opened_at, p.name as opened_by,
      d.closed_at is null as is_open, sums.copies, sums.shelved, sums.unknown
    from (select * from deliveries where ${which} order by id desc limit ${maxDeliveries}) d
      join staff p on p.id = d.opened_by
      cross join lateral (
        select coalesce(sum(l.copies), 0)::int as copies, coalesce(sum(l.shelved), 0)::int as shelved,
          coalesce(sum(l.copies) filter (where l.shelved < l.copies and ${bookOfLine} is null), 0)::int as unknown
        from delivery_lines l where l.delivery_id = d.id) sums`;
  const { rows } = await db.execute<DeliveryInList>(sql`
    (${list(sql`closed_at is null and ${after === null ? sql`true` : after.isOpen ? sql`id < ${after.id}` : sql`false`}`)})
    union all (${list(sql`closed_at is not null and ${after === null || after.isOpen ? sql`true` : sql`id < ${after.id}`}`)})
    order by is_open desc, id desc limit ${maxDeliveries}`);
  return rows;
}

/** A delivery with its lines, at most `maxLines`; null when there is none. */
export async function findDelivery(db: Db, id: number): Promise<Delivery | null> {
  const { rows } = await db.execute<Omit<Delivery, "lines">>(sql`
    select id::int as id, supplier, bill_number, billed_on, opened_at, closed_at is null as is_open,
      purchase_order_id::int as purchase_order_id, basis, return_days, discount, billed_paise, charges_paise
    from deliveries where id = ${id}`);
  const delivery = rows[0];
  if (!delivery) return null;
  return { ...delivery, lines: await readLines(db, id, sql`true`) };
}

/** The line of a code in a delivery, with its current state; null when there is none. */
export async function findLine(db: Db, deliveryId: number, code: string): Promise<DeliveryLine | null> {
  const [line] = await readLines(db, deliveryId, sql`l.code = ${code}`);
  return line ?? null;
}

async function readLines(db: Db, deliveryId: number, where: SQL): Promise<DeliveryLine[]> {
  const { rows } = await db.execute<Omit<DeliveryLine, "termsCostPaise"> & { discount: number | null }>(sql`
    with lines as (
      select l.*, d.discount, ${bookOfLine} as book_id
      from delivery_lines l join deliveries d on d.id = l.delivery_id where l.delivery_id = ${deliveryId} and ${where}
      order by l.scanned_at desc, l.code limit ${maxLines})
    select l.code, l.copies, l.shelved, l.damaged, l.billed, l.discount, l.cost_paise, l.mrp_paise as printed_mrp_paise, l.book_id, w.title,
      b.mrp_paise, b.price_paise, greatest(0, coalesce(s.on_hand, 0) - l.shelved) as other_copies,
      (select k.record ->> 'title' from lookup_books k where k.isbn13 = l.code and l.book_id is null) as lookup_title,
      b.format, nullif(s.place, '') as place,
      case when b.id is null then null else ${authorNamesSql} end as author
    from lines l left join books b on b.id = l.book_id left join works w on w.id = b.work_id
      left join stock s on s.book_id = b.id
    order by l.scanned_at desc, l.code`);
  return rows.map(({ discount, ...line }) => {
    const mrpPaise = line.printedMrpPaise ?? line.mrpPaise;
    return { ...line, termsCostPaise: mrpPaise !== null && discount ? costAt(mrpPaise, discount) : null };
  });
}

/** Locks a delivery until the transaction ends; returns false when there is none. */
export async function lockDelivery(tx: Db, id: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from deliveries where id = ${id} for update`);
  return rowCount === 1;
}

/**
 * Adds copies of a book to a delivery that the caller has locked, and reopens a closed delivery. Returns null if the
 * line would have more than 100,000 copies, or the delivery too many lines.
 */
export async function addToDelivery(
  tx: Db,
  id: number,
  { code, copies, costPaise, printedMrpPaise = null }: Scan,
  at: Date,
): Promise<DeliveryLine | null> {
  const { rowCount } = await tx.execute(sql`
    insert into delivery_lines as l (delivery_id, code, copies, cost_paise, mrp_paise, scanned_at)
    select ${id}, ${code}, ${copies}, ${costPaise}::int, ${printedMrpPaise}::int, ${at}
    where (select count(*) from delivery_lines where delivery_id = ${id}) < ${maxLines}
      or exists (select from delivery_lines where delivery_id = ${id} and code = ${code})
    on conflict (delivery_id, code) do update
      set copies = l.copies + excluded.copies, cost_paise = coalesce(excluded.cost_paise, l.cost_paise),
        mrp_paise = coalesce(excluded.mrp_paise, l.mrp_paise), scanned_at = excluded.scanned_at
      where l.copies + excluded.copies <= 100000`);
  if (rowCount === 0) return null;
  await tx.execute(sql`update deliveries set closed_at = null where id = ${id} and closed_at is not null`);
  return findLine(tx, id, code);
}

/**
 * Corrects the copies, cost and printed MRP of a line, if it still has the values of `was` (optimistic lock). A line of
 * no copies is deleted. Copies that are on the shelf stay there, so the line cannot have fewer copies than those. The
 * caller has locked the delivery.
 */
export async function correctLine(
  tx: Db,
  id: number,
  code: string,
  was: LineValues,
  given: LineValues,
): Promise<{ ok: true } | { ok: false; reason: "gone" | "changed" | "shelved"; line: DeliveryLine | null }> {
  const line = await findLine(tx, id, code);
  if (!line) return { ok: false, reason: "gone", line };
  if (lineValues.some((name) => line[name] !== was[name])) return { ok: false, reason: "changed", line };
  if (given.copies < line.shelved) return { ok: false, reason: "shelved", line };
  if (given.copies === 0 && given.damaged === 0 && !given.billed)
    await tx.execute(sql`delete from delivery_lines where delivery_id = ${id} and code = ${code}`);
  else
    await tx.execute(sql`
      update delivery_lines
      set copies = ${given.copies}, damaged = ${given.damaged}, billed = ${given.billed}::int, cost_paise = ${given.costPaise}::int, mrp_paise = ${given.printedMrpPaise}::int
      where delivery_id = ${id} and code = ${code}`);
  await closeWhenDone(tx, id, null);
  return { ok: true };
}

/** Closes a delivery when all its copies are on the shelf; reopens it when some wait, or when it has no lines. */
export async function closeWhenDone(tx: Db, id: number, at: Date | null): Promise<void> {
  await tx.execute(sql`
    update deliveries d set closed_at = case
      when exists (select from delivery_lines l where l.delivery_id = d.id and l.shelved < l.copies)
        or not exists (select from delivery_lines l where l.delivery_id = d.id) then null
      else coalesce(d.closed_at, ${at}::timestamptz, d.opened_at) end
    where d.id = ${id}`);
}

/** Deletes a delivery; returns false if some of its copies are on the shelf. The caller has locked the delivery. */
export async function dropDelivery(tx: Db, id: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    delete from deliveries d where id = ${id}
      and not exists (select from delivery_lines l where l.delivery_id = d.id and l.shelved > 0)`);
  return rowCount === 1;
}
