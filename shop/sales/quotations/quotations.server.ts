/** Quotations: made, filled, sent, taken back and listed. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { Address } from "#shop/kernel/forms/delivery.server.ts";
import {
  discountFor,
  quotedPrice,
  sumQuotation,
  type QuantityDiscount,
  type Quotation,
  type QuotationLine,
} from "./quotation.ts";

/** The most titles of a quotation. */
export const maxQuotationLines = 300;
/** The most copies of a title. */
export const maxCopies = 10_000;
/** The most quotations in a list. */
export const maxQuotations = 50;

/** A quotation in the list. */
export interface QuotationInList extends Pick<Quotation, "id" | "madeAt" | "sentAt" | "validUntil" | "order"> {
  /** The business, or the contact. */
  buyer: string;
  copies: number;
  /** Null for a draft, whose prices may change. */
  totalPaise: number | null;
}

/** Days before the last day of a quotation, and after it, in which it counts as unanswered. */
const unansweredDays = 7;

/** SQL: whether the quotation `q` has no answer, and its last day is near or has just passed. */
export function unansweredSql(now: Date): SQL {
  const days = (from: number) => isoDay(now.getTime() + from * 86_400_000);
  return sql`(q.sent_at is not null and q.accepted_as is null
    and q.valid_until between ${days(-unansweredDays)}::date and ${days(unansweredDays)}::date)`;
}

/** Lists at most `maxQuotations`, newest first, before the quotation `before`; with `unansweredAt` only those without an answer then. */
export async function listQuotations(
  db: Db,
  before: number | null,
  unansweredAt: Date | null = null,
): Promise<QuotationInList[]> {
  const { rows } = await db.execute<Omit<QuotationInList, "totalPaise"> & { totalPaise: string | null }>(sql`
    select q.id::int as id, coalesce(nullif(q.business ->> 'name', ''), q.name) as buyer, q.made_at, q.sent_at,
      q.valid_until::text as valid_until, ${orderJson} as "order", sums.copies,
      case when q.sent_at is not null then sums.paise + q.shipping_paise end as total_paise
    from (select * from quotations q where (${before}::bigint is null or id < ${before})
        and ${unansweredAt ? unansweredSql(unansweredAt) : sql`true`} order by id desc limit ${maxQuotations}) q
      left join orders o on o.id = q.accepted_as
      cross join lateral (select coalesce(sum(l.copies), 0)::int as copies, coalesce(sum(l.copies * l.price_paise::bigint), 0) as paise
        from quotation_lines l where l.quotation_id = q.id) sums
    order by q.id desc`);
  return rows.map((row) => ({
    ...row,
    ...isoTimes(row),
    totalPaise: row.totalPaise === null ? null : Number(row.totalPaise),
  }));
}

/** The times as ISO, which every browser reads. */
function isoTimes({ madeAt, sentAt }: Pick<Quotation, "madeAt" | "sentAt">) {
  return { madeAt: new Date(madeAt).toISOString(), sentAt: sentAt === null ? null : new Date(sentAt).toISOString() };
}

const orderJson = sql`case when o.id is not null
  then json_build_object('number', o.number, 'linkVersion', o.link_version) end`;

/** A quotation with its lines, or null. Lines of a draft are priced by the catalogue and the settings. */
export async function findQuotation(
  db: Db,
  id: number,
  discounts: readonly QuantityDiscount[],
): Promise<Quotation | null> {
  const { rows } = await db.execute<Omit<Quotation, "lines" | "shippingPaise"> & { shippingPaise: string }>(sql`
    select q.id::int as id, q.name, q.email, q.phone, q.address_line1 as "addressLine1", q.address_line2 as "addressLine2",
      q.city, q.state_code, q.pin, q.business, q.discount, q.shipping_paise, q.credit_days, q.valid_until::text as valid_until, q.words,
      q.made_at, q.sent_at, ${orderJson} as "order"
    from quotations q left join orders o on o.id = q.accepted_as where q.id = ${id}`);
  const [row] = rows;
  if (!row) return null;
  const { rows: lines } = await db.execute<
    QuotationLine & { quotedMrp: number | null; quotedPrice: number | null }
  >(sql`
    select l.book_id, w.title, ${authorNamesSql} as author, b.isbn13, l.copies, b.mrp_paise, b.price_paise,
      l.mrp_paise as quoted_mrp, l.price_paise as quoted_price,
      case when b.is_listed then greatest(0, coalesce(s.on_hand - s.reserved, 0)) else 0 end as available
    from quotation_lines l join books b on b.id = l.book_id join works w on w.id = b.work_id
      left join stock s on s.book_id = b.id
    where l.quotation_id = ${id} order by l.added_at, w.title, l.book_id`);
  const copies = lines.reduce((sum, line) => sum + line.copies, 0);
  const discount = row.discount ?? discountFor(copies, discounts);
  return {
    ...row,
    ...isoTimes(row),
    shippingPaise: Number(row.shippingPaise),
    lines: lines.map(({ quotedMrp, quotedPrice: quoted, ...line }) => ({
      ...line,
      mrpPaise: quotedMrp ?? line.mrpPaise,
      pricePaise: quoted ?? quotedPrice(line, discount),
    })),
  };
}

/** Makes an empty draft for a buyer; returns its id. */
export async function makeQuotation(
  tx: Db,
  name: string,
  { staffId, at, validUntil }: { staffId: number; at: Date; validUntil: string },
): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into quotations (name, business, valid_until, made_by, made_at)
    values ('', ${JSON.stringify({ name, gstin: "", purchaseOrder: "" })}::jsonb, ${validUntil}::date, ${staffId},
      ${at.toISOString()}::timestamptz)
    returning id::int as id`);
  return oneRow(rows).id;
}

/** Locks a quotation until the transaction ends; null if there is none. */
export async function lockQuotation(tx: Db, id: number): Promise<{ isDraft: boolean; isOrdered: boolean } | null> {
  const { rows } = await tx.execute<{ isDraft: boolean; isOrdered: boolean }>(sql`
    select sent_at is null as is_draft, accepted_as is not null as is_ordered from quotations where id = ${id} for update`);
  return rows[0] ?? null;
}

/** What staff write about the buyer and the terms. */
export type QuotationTerms = Address &
  Pick<Quotation, "email" | "business" | "discount" | "shippingPaise" | "creditDays" | "validUntil" | "words">;

/** Saves buyer and terms of a draft that the caller has locked. */
export async function saveQuotation(tx: Db, id: number, terms: QuotationTerms): Promise<void> {
  await tx.execute(sql`
    update quotations set name = ${terms.name}, email = ${terms.email}, phone = ${terms.phone}, address_line1 = ${terms.addressLine1},
      address_line2 = ${terms.addressLine2}, city = ${terms.city}, state_code = ${terms.stateCode}, pin = ${terms.pin},
      business = ${terms.business ? JSON.stringify(terms.business) : null}::jsonb, discount = ${terms.discount},
      shipping_paise = ${terms.shippingPaise}, credit_days = ${terms.creditDays}, valid_until = ${terms.validUntil}::date, words = ${terms.words}
    where id = ${id}`);
}

/** The ids of the books with these ISBNs or ids, by the code. */
export async function findBooksOfCodes(db: Db, codes: string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ code: string; bookId: string }>(sql`
    select given.code, b.id as book_id from unnest(${codes}::text[]) given (code)
      join books b on b.isbn13 = given.code or b.id = given.code`);
  return new Map(rows.map(({ code, bookId }) => [code, bookId]));
}

/** Adds copies to a draft that the caller has locked. Returns false, without any change, if it would be too large. */
export async function addToQuotation(
  tx: Db,
  id: number,
  given: { bookId: string; copies: number }[],
  at: Date,
): Promise<boolean> {
  const sums = new Map<string, number>();
  for (const { bookId, copies } of given) sums.set(bookId, (sums.get(bookId) ?? 0) + copies);
  const { rows } = await tx.execute<{ lines: number; most: number | null }>(sql`
    select count(*)::int as lines, max(copies)::int as most from (
      select book_id, sum(copies) as copies from (
        select book_id, copies from quotation_lines where quotation_id = ${id}
        union all select * from unnest(${[...sums.keys()]}::text[], ${[...sums.values()]}::int[])) l (book_id, copies)
      group by book_id) all_lines`);
  const { lines, most } = oneRow(rows);
  if (lines > maxQuotationLines || (most ?? 0) > maxCopies) return false;
  await tx.execute(sql`
    insert into quotation_lines as l (quotation_id, book_id, copies, added_at)
    select ${id}, book_id, copies, ${at.toISOString()}::timestamptz
    from unnest(${[...sums.keys()]}::text[], ${[...sums.values()]}::int[]) n (book_id, copies)
    on conflict (quotation_id, book_id) do update set copies = l.copies + excluded.copies`);
  return true;
}

/** Sets the copies of a draft's line; 0 removes it. The caller has locked the draft. Returns false if there is no line. */
export async function setQuotedCopies(tx: Db, id: number, bookId: string, copies: number): Promise<boolean> {
  const { rowCount } =
    copies === 0
      ? await tx.execute(sql`delete from quotation_lines where quotation_id = ${id} and book_id = ${bookId}`)
      : await tx.execute(sql`
          update quotation_lines set copies = ${copies} where quotation_id = ${id} and book_id = ${bookId}`);
  return rowCount === 1;
}

/** Marks a locked draft as sent, and keeps its prices. */
export async function markQuotationSent(tx: Db, { id, lines }: Quotation, at: Date): Promise<void> {
  const kept = lines.map(({ bookId, mrpPaise, pricePaise }) => ({ bookId, mrpPaise, pricePaise }));
  await tx.execute(sql`
    update quotation_lines l set mrp_paise = kept."mrpPaise", price_paise = kept."pricePaise"
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept ("bookId" text, "mrpPaise" int, "pricePaise" int)
    where l.quotation_id = ${id} and l.book_id = kept."bookId"`);
  await tx.execute(sql`update quotations set sent_at = ${at.toISOString()}::timestamptz where id = ${id}`);
}

/** Makes a locked quotation that was sent a draft again, with the prices of now. */
export async function reopenQuotation(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`update quotation_lines set mrp_paise = null, price_paise = null where quotation_id = ${id}`);
  await tx.execute(sql`update quotations set sent_at = null where id = ${id}`);
}

/** Deletes a locked draft. */
export async function deleteQuotation(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`delete from quotations where id = ${id} and sent_at is null`);
}

/** What a draft lacks before it can be sent, as a sentence; null if nothing. */
export function describeLack({ lines, pin, email, ...rest }: Quotation): string | null {
  if (lines.length === 0) return "Add the books first.";
  if (pin === "" || email === "") return "Save the buyer’s e-mail and address first.";
  return sumQuotation({ lines, ...rest }).totalPaise < 100 ? "The total must be at least ₹1.00." : null;
}
