import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** Reads an unanswered refund request for the letter to the owners; null if the request is answered. */
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
  /** The reason for the request; empty if the reader's data was erased. */
  note: string;
  isMade: boolean;
  /** Why the request was declined; empty if it was approved, or if the reader's data was erased. */
  answer: string;
  answeredBy: string;
  /** ISO time. */
  answeredAt: string;
}

/** Reads an answered request for the letter to the requester; null if the request is not answered yet. */
export async function findAnsweredRequest(db: Db, requestId: number): Promise<AnsweredRequest | null> {
  const { rows } = await db.execute<{ found: AnsweredRequest }>(sql`
    select json_build_object('number', o.number, 'amountPaise', q.amount_paise, 'note', q.note,
      'isMade', q.refund_id is not null, 'answer', q.answer, 'answeredBy', s.name, 'answeredAt', coalesce(q.answered_at, q.asked_at)) as found
    from refund_requests q join orders o on o.id = q.order_id join staff s on s.id = q.answered_by
    where q.id = ${requestId}`);
  return rows[0]?.found ?? null;
}
