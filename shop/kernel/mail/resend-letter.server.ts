import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";

/** How many letters about one order may be sent again within a day. */
export const maxAgainPerDay = 3;

export type SentAgain =
  | { ok: true; kind: string }
  | { ok: false; reason: "no-such-letter" | "waits-already" | "nobody-to-write-to" | "too-many" };

/**
 * Sends a letter about an order again to the same address through the outbox: a dead letter becomes due again, a sent
 * one is duplicated. At most `maxAgainPerDay` for an order within a day.
 */
export function resendLetter({ db, now }: DbAndClock, orderNumber: string, letterId: string): Promise<SentAgain> {
  const at = sql`${now().toISOString()}::timestamptz`;
  return inTransaction(db, async (tx): Promise<SentAgain> => {
    // Lock the order's row, so that concurrent requests count each other.
    await tx.execute(sql`select from orders where number = ${orderNumber} for update`);
    const { rows } = await tx.execute<{ orderId: string; kind: string; state: string; toAddress: string }>(sql`
      select b.order_id, b.kind, b.state, b.to_address from outbox b join orders o on o.id = b.order_id
      where b.id = ${letterId}::bigint and o.number = ${orderNumber} for update of b`);
    const letter = rows[0];
    if (!letter) return { ok: false, reason: "no-such-letter" };
    if (letter.state === "due") return { ok: false, reason: "waits-already" };
    if (letter.toAddress === "") return { ok: false, reason: "nobody-to-write-to" };
    const { rows: sums } = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from outbox
      where order_id = ${letter.orderId} and subject_key like '% again %' and created_at > ${at} - interval '1 day'`);
    if (oneRow(sums).count >= maxAgainPerDay) return { ok: false, reason: "too-many" };
    if (letter.state === "dead")
      await tx.execute(sql`update outbox set state = 'due', due_at = ${at}, tries = 0 where id = ${letterId}::bigint`);
    else
      await tx.execute(sql`
        insert into outbox (kind, order_id, to_address, subject_key, facts, due_at, created_at)
        select kind, order_id, to_address, subject_key || ' again ' || ${now().toISOString()}::text, facts, ${at}, ${at}
        from outbox where id = ${letterId}::bigint on conflict (kind, order_id, subject_key) do nothing`);
    return { ok: true, kind: letter.kind };
  });
}
