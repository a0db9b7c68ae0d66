import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** A refund request that waits, for the letter to the owners; null once it is answered. */
export async function findWaitingRequest(
  db: Db,
  requestId: number,
): Promise<{ number: string; amountPaise: number; note: string; askedBy: string; askedAt: string } | null> {
  const { rows } = await db.execute<{
    found: { number: string; amountPaise: number; note: string; askedBy: string; askedAt: string };
  }>(sql`
    select json_build_object('number', o.number, 'amountPaise', q.amount_paise, 'note', q.note, 'askedBy', s.name,
      'askedAt', q.asked_at) as found
    from refund_requests q join orders o on o.id = q.order_id join staff s on s.id = q.asked_by
    where q.id = ${requestId} and q.answered_at is null`);
  return rows[0]?.found ?? null;
}

export interface AnsweredRequest {
  /** The number of the order. */
  number: string;
  amountPaise: number;
  /** The reason for the request; empty once the reader was erased. */
  note: string;
  isMade: boolean;
  /** Why it was declined; empty when it was approved, or the reader was erased. */
  answer: string;
  answeredBy: string;
  /** ISO time. */
  answeredAt: string;
}

/** An answered request, for the letter to the person who made it; null while it waits. */
export async function findAnsweredRequest(db: Db, requestId: number): Promise<AnsweredRequest | null> {
  const { rows } = await db.execute<{ found: AnsweredRequest }>(sql`
    select json_build_object('number', o.number, 'amountPaise', q.amount_paise, 'note', q.note,
      'isMade', q.refund_id is not null, 'answer', q.answer, 'answeredBy', s.name, 'answeredAt', coalesce(q.answered_at, q.asked_at)) as found
    from refund_requests q join orders o on o.id = q.order_id join staff s on s.id = q.answered_by
    where q.id = ${requestId}`);
  return rows[0]?.found ?? null;
}
