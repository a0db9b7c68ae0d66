import { sql } from "#db/sql.ts";

import type { DbAndClock } from "#shop/services.ts";

/** A problem with money that a person must check. */
export interface MoneyConcern {
  /** Id of an alert or event, with which staff mark it as seen; null for a refund, which is listed until it is made. */
  id: string | null;
  /** `refund`, `event` (a webhook event that was set aside), or the kind of an alert. */
  what: string;
  /** The number of the order, or else the payment provider's id of the order; empty if there is no order. */
  order: string;
  /** ISO time. */
  since: string;
  message: string;
  /** The amount of a refund, else null. */
  amountPaise: number | null;
  /**
   * For an alert about a payment: the captured amount, the requested refunds, and the refunds made of these; else null.
   */
  payment: { paidPaise: number; askedPaise: number; gonePaise: number } | null;
}

/**
 * Lists problems with money, oldest first, at most `most` of each kind: unseen alerts, failing refunds, events set
 * aside.
 */
export async function listMoneyConcerns({ db, now }: DbAndClock, most = 10_000): Promise<MoneyConcern[]> {
  const { rows } = await db.execute<{
    id: string | null;
    what: string;
    order: string;
    since: string;
    message: string;
    amountPaise: number | null;
    payment: MoneyConcern["payment"];
  }>(sql`
      (select a.id, a.kind as what, coalesce(o.number, '') as order, a.created_at::text as since, a.message, null::int as "amountPaise",
          (select json_build_object('paidPaise', p.amount_paise, 'askedPaise', coalesce(sum(r.amount_paise), 0),
              'gonePaise', coalesce(sum(r.amount_paise) filter (where r.state = 'processed'), 0))
            from payments p left join refunds r on r.payment_id = p.id and r.state <> 'failed'
            where a.kind = 'payment' and p.order_id = a.order_id and (p.id = a.subject or a.subject is null and position(p.id in a.message) > 0)
              and p.currency = 'INR' and p.status in ('captured', 'refunded')
            group by p.id) as payment
        from alerts a left join orders o on o.id = a.order_id where a.seen_at is null
        order by a.created_at limit ${most})
      union all
      (select null, 'refund', o.number, r.created_at::text, r.state || ' (' || r.payment_id || '): ' || r.last_error, r.amount_paise::int, null
        from refunds r join orders o on o.id = r.order_id
        where (r.state = 'failed' and r.amount_paise > (select coalesce(sum(again.amount_paise), 0) from refunds again
            where again.payment_id = r.payment_id and again.id > r.id and again.state <> 'failed'))
          or (r.state in ('requested', 'pending') and r.created_at < ${now().toISOString()}::timestamptz - interval '15 minutes' and r.tries > 3)
        order by r.created_at limit ${most})
      union all
      (select e.id, 'event', coalesce(e.provider_order_id, ''), e.received_at::text, e.type || ' ' || e.state || ': ' || e.last_error, null, null
        from webhook_events e where e.state in ('quarantined', 'dead') and e.seen_at is null
        order by e.received_at limit ${most})
      order by since`);
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
}

/** Marks these alerts and events as seen; ignores refunds. */
export async function markConcernsSeen(
  { db, now }: DbAndClock,
  concerns: Pick<MoneyConcern, "id" | "what">[],
): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const idsOf = (isEvent: boolean) =>
    concerns.flatMap(({ id, what }) => (id !== null && (what === "event") === isEvent ? [id] : []));
  await db.execute(sql`update alerts set seen_at = ${at} where id = any(${idsOf(false)}::bigint[])`);
  await db.execute(sql`update webhook_events set seen_at = ${at} where id = any(${idsOf(true)}::bigint[])`);
}
