/** Purchase orders: made, filled, sent, cancelled and listed. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { cameSql } from "#shop/catalogue/stock/arriving.server.ts";
import { bookOfCodeSql } from "#shop/office/stock-room/deliveries.server.ts";
import { costAt } from "#shop/office/stock-room/terms.ts";

/** A purchase order in the list. */
export interface PurchaseOrderInList {
  id: number;
  supplierId: number;
  supplier: string;
  /** ISO times; `sentAt` is null for a draft. */
  madeAt: string;
  madeBy: string;
  sentAt: string | null;
  titles: number;
  /** Copies ordered, without cancelled ones; those that came, at most as many; and those still to come. */
  copies: number;
  came: number;
  toCome: number;
}

export interface PurchaseOrder extends Pick<
  PurchaseOrderInList,
  "id" | "supplierId" | "supplier" | "madeAt" | "sentAt"
> {
  email: string;
  gstin: string;
  /** Hundredths of a per cent off the MRP. */
  discount: number;
  lines: PurchaseOrderLine[];
}

export interface PurchaseOrderLine {
  /** An ISBN of 13 digits, or the id of a book without one. */
  code: string;
  copies: number;
  cancelled: number;
  /** Copies in deliveries of this order; more than ordered if too many came. */
  came: number;
  toCome: number;
  /** Null for a book that the shop does not have yet. */
  bookId: string | null;
  title: string | null;
  /** The title in a file of book data, for a book that the shop does not have yet. */
  lookupTitle: string | null;
  author: string | null;
  mrpPaise: number | null;
  /** What a copy costs by the discount; null if the MRP is unknown. */
  costPaise: number | null;
}

/** The maximum number of purchase orders in a list, and of lines in one. */
export const maxPurchaseOrders = 50;
export const maxPurchaseLines = 500;

/** Lists at most `maxPurchaseOrders` orders, newest first, before the order `before` and of one supplier if given. */
export async function listPurchaseOrders(
  db: Db,
  { before = null, supplierId = null }: { before?: number | null; supplierId?: number | null } = {},
): Promise<PurchaseOrderInList[]> {
  const { rows } = await db.execute<PurchaseOrderInList>(sql`
    select o.id::int as id, o.supplier_id::int as supplier_id, s.name as supplier, o.made_at, p.name as made_by, o.sent_at,
      sums.titles, sums.copies, sums.copies - sums.to_come as came, sums.to_come
    from (
      select * from purchase_orders
      where (${before}::bigint is null or id < ${before}) and (${supplierId}::bigint is null or supplier_id = ${supplierId})
      order by id desc limit ${maxPurchaseOrders}) o
      join suppliers s on s.id = o.supplier_id join staff p on p.id = o.made_by
      cross join lateral (
        select count(*)::int as titles, coalesce(sum(l.copies - l.cancelled), 0)::int as copies,
          coalesce(sum(greatest(0, l.copies - l.cancelled - ${cameSql})), 0)::int as to_come
        from purchase_order_lines l where l.order_id = o.id) sums
    order by o.id desc`);
  return rows;
}

/** A purchase order with its lines, the newest first while it is a draft, then by title; null when there is none. */
export async function findPurchaseOrder(db: Db, id: number): Promise<PurchaseOrder | null> {
  const { rows } = await db.execute<Omit<PurchaseOrder, "lines">>(sql`
    select o.id::int as id, o.supplier_id::int as supplier_id, s.name as supplier, s.email, s.gstin, o.made_at, o.sent_at,
      coalesce(o.discount, s.discount) as discount
    from purchase_orders o join suppliers s on s.id = o.supplier_id where o.id = ${id}`);
  const order = rows[0];
  if (!order) return null;
  const { rows: lines } = await db.execute<Omit<PurchaseOrderLine, "costPaise" | "toCome">>(sql`
    with lines as (
      select l.*, ${cameSql} as came, ${bookOfCodeSql(sql`l.code`)} as book_id from purchase_order_lines l
      where l.order_id = ${id})
    select l.code, l.copies, l.cancelled, l.came, l.book_id, w.title, coalesce(l.mrp_paise, b.mrp_paise) as mrp_paise,
      (select k.record ->> 'title' from lookup_books k where k.isbn13 = l.code and l.book_id is null) as lookup_title,
      case when b.id is null then null else ${authorNamesSql} end as author
    from lines l left join books b on b.id = l.book_id left join works w on w.id = b.work_id
    order by l.added_at desc, l.code limit ${maxPurchaseLines}`);
  return {
    ...order,
    lines: lines.map((line) => ({
      ...line,
      toCome: Math.max(0, line.copies - line.cancelled - line.came),
      costPaise: line.mrpPaise === null ? null : costAt(line.mrpPaise, order.discount),
    })),
  };
}

/** Makes an empty draft; returns its id. */
export async function makePurchaseOrder(
  tx: Db,
  supplierId: number,
  { staffId, at }: { staffId: number; at: Date },
): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into purchase_orders (supplier_id, made_by, made_at) values (${supplierId}, ${staffId}, ${at})
    returning id::int as id`);
  return oneRow(rows).id;
}

/** Locks a purchase order until the transaction ends; returns whether it was sent, or null when there is none. */
export async function lockPurchaseOrder(tx: Db, id: number): Promise<{ isSent: boolean } | null> {
  const { rows } = await tx.execute<{ isSent: boolean }>(sql`
    select sent_at is not null as is_sent from purchase_orders where id = ${id} for update`);
  return rows[0] ?? null;
}

/** Adds copies to a draft that the caller has locked. Returns false, without any change, if it would be too large. */
export async function addToPurchaseOrder(
  tx: Db,
  id: number,
  given: { code: string; copies: number }[],
  at: Date,
): Promise<boolean> {
  const sums = new Map<string, number>();
  for (const { code, copies } of given) sums.set(code, (sums.get(code) ?? 0) + copies);
  const { rows } = await tx.execute<{ lines: number; most: number | null }>(sql`
    select count(*)::int as lines, max(copies)::int as most from (
      select code, sum(copies) as copies from (
        select code, copies from purchase_order_lines where order_id = ${id}
        union all select * from unnest(${[...sums.keys()]}::text[], ${[...sums.values()]}::int[])) l (code, copies)
      group by code) all_lines`);
  const { lines, most } = oneRow(rows);
  if (lines > maxPurchaseLines || (most ?? 0) > 100_000) return false;
  await tx.execute(sql`
    insert into purchase_order_lines as l (order_id, code, copies, added_at)
    select ${id}, code, copies, ${at} from unnest(${[...sums.keys()]}::text[], ${[...sums.values()]}::int[]) n (code, copies)
    on conflict (order_id, code) do update set copies = l.copies + excluded.copies, added_at = excluded.added_at`);
  return true;
}

/** Sets the copies of a draft's line; 0 removes it. The caller has locked the order. Returns false if there is no line. */
export async function setOrderedCopies(tx: Db, id: number, code: string, copies: number): Promise<boolean> {
  const { rowCount } =
    copies === 0
      ? await tx.execute(sql`delete from purchase_order_lines where order_id = ${id} and code = ${code}`)
      : await tx.execute(sql`
          update purchase_order_lines set copies = ${copies} where order_id = ${id} and code = ${code}`);
  return rowCount === 1;
}

/** Marks a locked draft as sent, and keeps the MRPs and the discount of that moment. */
export async function markPurchaseOrderSent(tx: Db, id: number, at: Date): Promise<void> {
  await tx.execute(sql`
    update purchase_order_lines l
    set mrp_paise = (select b.mrp_paise from books b where b.id = ${bookOfCodeSql(sql`l.code`)})
    where l.order_id = ${id}`);
  await tx.execute(sql`
    update purchase_orders o set sent_at = ${at}, discount = (select s.discount from suppliers s where s.id = o.supplier_id)
    where o.id = ${id}`);
}

/**
 * Sets how many copies of a sent order's line do not come any more, at most those that have not come. The caller has
 * locked the order. Returns the line as it was before, null if there is none.
 */
export async function setCancelledCopies(
  tx: Db,
  id: number,
  code: string,
  cancelled: number,
): Promise<{ cancelled: number; most: number } | null> {
  const { rows } = await tx.execute<{ cancelled: number; most: number }>(sql`
    select l.cancelled, greatest(0, l.copies - ${cameSql})::int as most
    from purchase_order_lines l where l.order_id = ${id} and l.code = ${code}`);
  const line = rows[0];
  if (!line || cancelled > line.most) return line ?? null;
  await tx.execute(sql`
    update purchase_order_lines set cancelled = ${cancelled} where order_id = ${id} and code = ${code}`);
  return line;
}

/** Cancels all copies of a locked order that have not come; returns how many. */
export async function cancelRest(tx: Db, id: number): Promise<number> {
  const { rows } = await tx.execute<{ copies: number }>(sql`
    with rest as (
      select l.code, l.copies - l.cancelled - ${cameSql} as copies from purchase_order_lines l where l.order_id = ${id}),
    cancelled as (
      update purchase_order_lines l set cancelled = l.cancelled + rest.copies from rest
      where l.order_id = ${id} and l.code = rest.code and rest.copies > 0 returning rest.copies)
    select coalesce(sum(copies), 0)::int as copies from cancelled`);
  return oneRow(rows).copies;
}

/** Deletes a locked draft. */
export async function deletePurchaseOrder(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`delete from purchase_orders where id = ${id} and sent_at is null`);
}
