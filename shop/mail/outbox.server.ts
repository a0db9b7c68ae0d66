import { sql, type SQL } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import type { Letter } from "./letter.ts";

/** The letters the shop writes. */
export type LetterKind = Letter["kind"];

type DueLetter = LetterOwner & {
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
export async function writeLetter(
  tx: Db,
  { kind, orderId, readerId = null, to, subjectKey = "", facts = {} }: DueLetter,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into outbox (kind, order_id, reader_id, to_address, subject_key, facts)
    select ${kind}, ${orderId}::bigint, ${readerId}::bigint, ${to}::text, ${subjectKey}, ${JSON.stringify(facts)}::jsonb where ${to}::text <> ''
    on conflict (kind, order_id, subject_key) do nothing`);
  return rowCount === 1;
}
