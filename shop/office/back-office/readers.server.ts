import { escapeLike, sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isCollectionSql } from "#shop/sales/orders/find-order.server.ts";
import type { OrderState } from "#shop/sales/orders/order-state.ts";

/** A reader with an account, as lists show them. */
export interface FoundReader {
  id: number;
  name: string;
  email: string | null;
  /** ISO time at which the account was created. */
  since: string;
}

const minLetters = 2;
const minDigits = 4;

/**
 * Finds readers, at most `limit`, by their number, the beginning of the e-mail address or phone number (at least four
 * digits), or beginnings of words of the name. Uses an index in each case.
 */
export async function findReaders(db: Db, text: string, limit: number): Promise<FoundReader[]> {
  const { rows } = await db.execute<Omit<FoundReader, "id"> & { id: string }>(readersSql(text, limit));
  return rows.map((row) => ({ ...row, id: Number(row.id), since: new Date(row.since).toISOString() }));
}

/** The query of `findReaders`. */
export function readersSql(text: string, limit: number): SQL {
  const found = conditionFor(text.replaceAll("\0", "").trim().slice(0, 200));
  return sql`
    select r.id, r.name, r.email, r.created_at::text as since from readers r where ${found ?? sql`false`} limit ${limit}`;
}

function conditionFor(typed: string): SQL | null {
  if (typed.includes("@")) return sql`lower(r.email) like ${`${escapeLike(typed.toLowerCase())}%`}`;
  const digits = typed.replace(/^\+91/, "").replaceAll(/\D/g, "");
  if (/^\+?\d[\d ()-]*$/.test(typed)) {
    const number = digits.length < 16 ? digits : "0";
    const phone = `+91${digits.replace(/^(91|0)(?=\d{10}$)/, "")}%`;
    return digits.length < minDigits
      ? sql`r.id = ${number}::bigint`
      : sql`(r.id = ${number}::bigint or r.phone like ${phone})`;
  }
  if (typed.length < minLetters) return null;
  return sql`array_to_tsvector(array_remove(string_to_array(search_form(fold_text(r.name)), ' '), '')) @@ (
    select string_agg('''' || replace(word, '''', '''''') || ''':*', ' & ')::tsquery
    from unnest(string_to_array(search_form(fold_text(${typed}::text)), ' ')) word where word <> '')`;
}

/** A reader as the desk shows them; all times are ISO. */
export interface ReaderRecord {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  since: string;
  signedInAt: string;
  addresses: { name: string; phone: string; lines: string[]; isDefault: boolean }[];
  /** The newest orders, at most `maxOrders`. */
  orders: {
    number: string;
    state: OrderState;
    isSentInPart: boolean;
    isCollection: boolean;
    placedAt: string;
    totalPaise: number;
  }[];
  /** Tickets of open messages from this e-mail address. */
  tickets: string[];
}

/** The maximum number of a reader's orders that are shown. */
export const maxOrders = 20;

/** The data about a reader that staff need to help them; null when there is no such reader. */
export async function findReaderRecord(db: Db, id: number): Promise<ReaderRecord | null> {
  const { rows } = await db.execute<{ found: ReaderRecord }>(sql`
    select json_build_object('id', r.id, 'name', r.name, 'email', r.email, 'phone', r.phone, 'since', r.created_at,
      'signedInAt', r.signed_in_at,
      'addresses', (select coalesce(json_agg(json_build_object('name', a.name, 'phone', a.phone, 'isDefault', a.is_default,
        'lines', coalesce(array_remove(array[a.address_line1, nullif(a.address_line2, ''), a.city || ' ' || a.pin || ', ' || a.state_code], null), '{}'))
        order by a.is_default desc, a.id), '[]') from addresses a where a.reader_id = r.id),
      'orders', (select coalesce(json_agg(json_build_object('number', o.number, 'state', o.state,
        'isCollection', ${isCollectionSql}, 'isSentInPart', exists (select from shipments s where s.order_id = o.id), 'placedAt', o.created_at,
        'totalPaise', o.total_paise) order by o.id desc), '[]')
        from (select * from orders where reader_id = r.id order by id desc limit ${maxOrders}) o),
      'tickets', (select coalesce(json_agg(m.ticket order by m.id), '[]') from contact_messages m
        where lower(m.email) = lower(r.email) and m.closed_at is null)) as found
    from readers r where r.id = ${id}`);
  return rows[0]?.found ?? null;
}
