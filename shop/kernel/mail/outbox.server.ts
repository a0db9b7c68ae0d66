import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { letterKinds, listKinds, type KindsWith, type LetterFacts, type LetterKind } from "./letter-kinds.ts";

/** A letter to enqueue: with its order or reader, as `letterKinds` requires, and the facts of its kind. */
export type DueLetter = { [Kind in LetterKind]: Envelope<Kind> & Owner<Kind> & Facts<Kind> }[LetterKind];

interface Envelope<Kind> {
  kind: Kind;
  to: string;
  /** Distinguishes letters of one kind and order, or one kind and reader, such as by the id of a refund. */
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

/** SQL condition for letters about a reader's account, to any address. */
export function isToReader(readerId: number): SQL {
  return sql`reader_id = ${readerId}`;
}

/**
 * Puts a letter into the outbox, in the caller's transaction. A second letter with the same kind, order or reader, and
 * subject is ignored. A letter without an address, as for a deleted account, is ignored too. Returns whether a letter
 * was added.
 */
export async function enqueueLetter(
  tx: Db,
  { kind, orderId, readerId, to, subjectKey = "", facts = {} }: DueLetter,
): Promise<boolean> {
  // The unique index covers the order but not the reader, so the subject includes the reader's id.
  const uniqueKey = readerId === undefined ? subjectKey : `${readerId} ${subjectKey}`;
  const { rowCount } = await tx.execute(sql`
    insert into outbox (kind, order_id, reader_id, to_address, subject_key, facts)
    select ${kind}, ${orderId ?? null}::bigint, ${readerId ?? null}::bigint, ${to}::text, ${uniqueKey}, ${JSON.stringify(facts)}::jsonb
    where ${to}::text <> ''
    on conflict (kind, order_id, subject_key) do nothing`);
  return rowCount === 1;
}

/**
 * Maximum letters to one unverified address in a day that anonymous visitors trigger; the same number applies to
 * letters that readers trigger.
 */
const maxUnverifiedPerDay = 8;
/** The maximum number of messages and book requests per day that are sent to the bookseller as separate letters. */
export const maxForShopPerDay = 100;

/**
 * Rate limit: whether one more letter of this kind may be sent today to an address that has not been verified. Aliases
 * of one mailbox (`name+tag@`) count as one. Letters triggered by signed-in readers are counted separately, so that
 * anonymous visitors cannot use up their limit. Holds a lock on the mailbox until the caller's transaction ends.
 */
export async function isWithinMailLimit(
  tx: Db,
  to: string,
  kind: KindsWith<{ dailyLimitFor: "anonymous" | "reader" }>,
  now: Date,
): Promise<boolean> {
  const { dailyLimitFor } = letterKinds[kind];
  return (await countToday(tx, to, dailyLimitFor, now)) < maxUnverifiedPerDay;
}

/** Number of messages and book requests sent to the bookseller as letters within the last day. */
export function countLettersToShop(tx: Db, to: string, now: Date): Promise<number> {
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
  // A separate statement, so that it sees rows that were committed while the first one waited for the lock.
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from outbox
    where mailbox_of(to_address) = mailbox_of(${to}) and created_at > ${now.toISOString()}::timestamptz - interval '1 day'
      and kind = any(${kinds}::text[])`);
  return oneRow(rows).count;
}
