import { sql, type SQL } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import type { Letter } from "#shop/letters/letter.ts";

/** The letters the shop writes. */
export type LetterKind = Letter["kind"];

/** A letter to be written. */
export type DueLetter = LetterOwner & {
  kind: LetterKind;
  to: string;
  /** Tells letters of one kind and order apart, such as the refund a letter is about. */
  subjectKey?: string;
  /** What cannot be read from the order when the letter is sent. */
  facts?: Record<string, unknown>;
};

/**
 * What a letter belongs to, and goes with: an order, which knows its reader; the account of a reader; or neither (null),
 * when nothing but its address says whose it is.
 */
type LetterOwner = { orderId: number; readerId?: never } | { orderId: null; readerId: number | null };

/** Picks the letters about a reader's account, whatever address they went to. */
export function isToReader(readerId: number): SQL {
  return sql`reader_id = ${readerId}`;
}

/**
 * Puts a letter into the outbox, in the transaction of what it tells of: it is sent if that is committed, and a second
 * one of the same kind and subject is never written. To a reader who has deleted the account nobody writes. Answers
 * whether it is new.
 */
export async function enqueueLetter(
  tx: Db,
  { kind, orderId, readerId = null, to, subjectKey = "", facts = {} }: DueLetter,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into outbox (kind, order_id, reader_id, to_address, subject_key, facts)
    select ${kind}, ${orderId}::bigint, ${readerId}::bigint, ${to}::text, ${subjectKey}, ${JSON.stringify(facts)}::jsonb where ${to}::text <> ''
    on conflict (kind, order_id, subject_key) do nothing`);
  return rowCount === 1;
}

/** Letters to unverified addresses, which any visitor can trigger with a form. */
const anonymousKinds: LetterKind[] = ["contact-received", "newsletter-confirm"];
/** The same, brought about by a reader who is signed in. Counted apart, so that strangers do not use this up. */
const accountKinds: LetterKind[] = ["confirm-email"];
/** How many of either sort reach one mailbox in a day. */
const maxUnprovenPerDay = 8;
/** So many messages of the contact page reach the bookseller's own mailbox in a day, each as a letter. */
export const maxForShopPerDay = 100;
/** All kinds that are counted for a mailbox: those of the index `outbox_mailbox`. */
export const countedKinds: LetterKind[] = [...anonymousKinds, ...accountKinds, "contact-for-shop"];
/** The same as SQL: the planner finds the index by its literal kinds, not by parameters. */
export const countedInSql = "'contact-received', 'newsletter-confirm', 'confirm-email', 'contact-for-shop'";

/**
 * Whether one more letter of this kind may go to an address that anybody may have typed. Aliases of one mailbox
 * (`name+tag@`) count as one. Those who ask at the same moment wait for one another until the caller's transaction ends.
 */
export async function mayWriteUnproven(
  tx: Db,
  to: string,
  kind: "contact-received" | "newsletter-confirm" | "confirm-email",
): Promise<boolean> {
  const kinds = kind === "confirm-email" ? accountKinds : anonymousKinds;
  return (await countToday(tx, to, kinds)) < maxUnprovenPerDay;
}

/** How many messages of the contact page went to the bookseller by letter within a day. */
export function countForShop(tx: Db, to: string): Promise<number> {
  return countToday(tx, to, ["contact-for-shop"]);
}

async function countToday(tx: Db, to: string, kinds: LetterKind[]): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox_of(${to}), 0))`);
  // A statement of its own, as only that sees what others committed while this one waited for the lock.
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from outbox
    where mailbox_of(to_address) = mailbox_of(${to}) and created_at > now() - interval '1 day'
      and kind in (${sql.raw(countedInSql)}) and kind = any(${sql.param(kinds)}::text[])`);
  return rows[0]!.count;
}
