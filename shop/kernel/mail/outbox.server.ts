import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { LetterFacts } from "./letter-facts.ts";
import { letterKinds, listKinds, type KindsWith, type LetterKind } from "./letter-kinds.ts";

/** A letter to be written: with the order or the reader whose it is, as the table of kinds says, and the facts of its kind. */
export type DueLetter = { [Kind in LetterKind]: Envelope<Kind> & Owner<Kind> & Facts<Kind> }[LetterKind];

interface Envelope<Kind> {
  kind: Kind;
  to: string;
  /** Tells letters of one kind and order, or of one kind and reader, apart, such as the refund a letter is about. */
  subjectKey?: string;
}

type Owner<Kind extends LetterKind> =
  Kind extends KindsWith<{ owner: "order" }>
    ? { orderId: number; readerId?: never }
    : Kind extends KindsWith<{ owner: "reader" }>
      ? { orderId?: never; readerId: number }
      : { orderId?: never; readerId?: never };

type Facts<Kind extends LetterKind> =
  LetterFacts[Kind] extends Record<string, never> ? { facts?: Record<string, never> } : { facts: LetterFacts[Kind] };

/** Picks the letters about a reader's account, whatever address they went to. */
export function isToReader(readerId: number): SQL {
  return sql`reader_id = ${readerId}`;
}

/**
 * Puts a letter into the outbox, in the transaction of what it tells of: it is sent if that is committed, and a second
 * one of the same kind, order or reader, and subject is never written. To a reader who has deleted the account nobody
 * writes. Returns whether it is new.
 */
export async function enqueueLetter(
  tx: Db,
  { kind, orderId, readerId, to, subjectKey = "", facts = {} }: DueLetter,
): Promise<boolean> {
  // The unique index knows orders and no readers: their id is a part of the subject.
  const uniqueKey = readerId === undefined ? subjectKey : `${readerId} ${subjectKey}`;
  const { rowCount } = await tx.execute(sql`
    insert into outbox (kind, order_id, reader_id, to_address, subject_key, facts)
    select ${kind}, ${orderId ?? null}::bigint, ${readerId ?? null}::bigint, ${to}::text, ${uniqueKey}, ${JSON.stringify(facts)}::jsonb
    where ${to}::text <> ''
    on conflict (kind, order_id, subject_key) do nothing`);
  return rowCount === 1;
}

/** How many letters that anonymous visitors bring about reach one unverified address in a day; as many that readers do. */
const maxUnverifiedPerDay = 8;
/** So many messages and requests for books reach the bookseller's own mailbox in a day, each as a letter. */
export const maxForShopPerDay = 100;
/** The kinds that are counted for a mailbox, as SQL: the planner finds the index `outbox_mailbox` by its literal kinds. */
export const countedInSql = sql`
  'contact-received', 'newsletter-confirm', 'confirm-email', 'contact-for-shop', 'book-request-received', 'book-request-for-shop'`;

/**
 * Whether one more letter of this kind may go to an address that anybody may have typed, today. Aliases of one mailbox
 * (`name+tag@`) count as one. Letters that signed-in readers bring about are counted apart, so that anonymous visitors do
 * not use them up. Those who ask at the same moment wait for one another until the caller's transaction ends.
 */
export async function mayEmailUnverified(
  tx: Db,
  to: string,
  kind: KindsWith<{ dailyLimitFor: "anonymous" | "reader" }>,
  now: Date,
): Promise<boolean> {
  const { dailyLimitFor } = letterKinds[kind];
  return (await countToday(tx, to, dailyLimitFor, now)) < maxUnverifiedPerDay;
}

/** How many messages and requests for books went to the bookseller by letter within a day. */
export function countForShop(tx: Db, to: string, now: Date): Promise<number> {
  return countToday(tx, to, "shop", now);
}

async function countToday(
  tx: Db,
  to: string,
  dailyLimitFor: "anonymous" | "reader" | "shop",
  now: Date,
): Promise<number> {
  const kinds = listKinds((kind) => kind.dailyLimitFor === dailyLimitFor);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox_of(${to}), 0))`);
  // A statement of its own, as only that sees what others committed while this one waited for the lock.
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from outbox
    where mailbox_of(to_address) = mailbox_of(${to}) and created_at > ${now.toISOString()}::timestamptz - interval '1 day'
      and kind in (${countedInSql}) and kind = any(${kinds}::text[])`);
  return oneRow(rows).count;
}
