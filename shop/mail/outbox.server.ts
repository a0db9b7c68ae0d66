import { sql, type SQL } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import type { Letter } from "./letter.ts";

/** The letters the shop writes. */
export type LetterKind = Letter["kind"];

interface DueLetter {
  kind: LetterKind;
  orderId: number | null;
  to: string;
  /** Tells letters of one kind and order apart, such as the refund a letter is about. */
  subjectKey?: string;
  /** What cannot be read from the order when the letter is sent. */
  facts?: Record<string, unknown>;
}

/**
 * Picks the letters to a reader that are about no order, whatever address the reader had at the time: their subject
 * begins with the reader's id.
 */
export function isToReader(readerId: number): SQL {
  return sql`(kind in ('confirm-email', 'email-changed', 'wish-cheaper', 'wish-back', 'review-hidden', 'review-shown')
    and starts_with(subject_key, ${`${readerId} `}))`;
}

/**
 * Puts a letter into the outbox, in the transaction of what it tells of: it is sent if that is committed, and a second
 * one of the same kind and subject is never written. To a reader who has deleted the account nobody writes. Answers
 * whether it is new.
 */
export async function writeLetter(
  tx: Db,
  { kind, orderId, to, subjectKey = "", facts = {} }: DueLetter,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into outbox (kind, order_id, to_address, subject_key, facts)
    select ${kind}, ${orderId}::bigint, ${to}::text, ${subjectKey}, ${JSON.stringify(facts)}::jsonb where ${to}::text <> ''
    on conflict (kind, order_id, subject_key) do nothing`);
  return rowCount === 1;
}
