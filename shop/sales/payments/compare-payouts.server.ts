import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** Days after which a payment or a refund should be in a payout; providers take some days and pause on holidays. */
export const latestAfterDays = 10;
/** Days of payouts, payments and refunds that each run compares. */
const comparedDays = 60;

/**
 * Compares payouts with the shop's payments and refunds and stores the differences; deletes stored ones that agree now,
 * unless a person has closed them. A payment that was refunded before its capture is never paid out, nor is its refund.
 */
export async function comparePayouts(db: Db, at: Date): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`
    with listed as (select distinct entity_id from payout_differences),
    lines as (
      select l.* from settlement_lines l join settlements s on s.id = l.settlement_id
      where s.settled_at >= ${now} - make_interval(days => ${comparedDays})
      union
      select l.* from settlement_lines l join listed on listed.entity_id = l.entity_id),
    -- The period that was read completely: nothing is late because a provider could not be queried.
    asked as (
      select provider, least(${now}, (max(day) + 1)::timestamp at time zone 'Asia/Kolkata') - make_interval(days => ${latestAfterDays}) as until,
        min(day)::timestamp at time zone 'Asia/Kolkata' as since
      from settlement_days group by provider),
    given as (
      select l.entity_id, l.kind, l.currency, l.amount_paise, l.credit_paise, l.debit_paise, l.fee_paise,
        p.amount_paise as paid_paise, p.currency as paid_currency, r.amount_paise as refunded_paise
      from lines l
        left join payments p on l.kind = 'payment' and p.id = l.entity_id
        left join refunds r on l.kind = 'refund' and r.provider_refund_id = l.entity_id),
    found as (
      select 'unknown-payment' as kind, entity_id, null::bigint as expected, amount_paise as found from given
      where kind = 'payment' and paid_paise is null
      union all
      select 'unknown-refund', entity_id, null, amount_paise from given where kind = 'refund' and refunded_paise is null
      union all
      select 'amount', entity_id, coalesce(paid_paise, refunded_paise), amount_paise from given
      where amount_paise <> coalesce(paid_paise, refunded_paise) or kind = 'payment' and currency <> paid_currency
      union all
      -- The provider deducts the fee at once, or bills it separately.
      select 'net', entity_id, amount_paise - fee_paise, credit_paise - debit_paise from given
      where kind = 'payment' and credit_paise - debit_paise not in (amount_paise - fee_paise, amount_paise)
      union all
      select 'net', entity_id, -amount_paise, credit_paise - debit_paise from given
      where kind = 'refund' and debit_paise - credit_paise not in (amount_paise + fee_paise, amount_paise)
      union all
      select 'twice', entity_id, max(credit_paise - debit_paise), sum(credit_paise - debit_paise)
      from settlement_lines l where l.kind in ('payment', 'refund') and l.entity_id in (select entity_id from lines)
      group by entity_id having count(*) > 1
      union all
      select 'late-payment', p.id, p.amount_paise, null from payments p join asked on asked.provider = p.provider
      where (p.status = 'captured' or p.status = 'refunded' and p.settles)
        and p.created_at between asked.since and asked.until
        and (p.created_at >= asked.until - make_interval(days => ${comparedDays}) or p.id in (select entity_id from listed))
        and not exists (select from settlement_lines l where l.entity_id = p.id)
      union all
      select 'late-refund', r.provider_refund_id, r.amount_paise, null
      from refunds r join payments p on p.id = r.payment_id join asked on asked.provider = p.provider
      where r.state = 'processed' and r.paid_by is null and r.created_at between asked.since and asked.until
        and (r.created_at >= asked.until - make_interval(days => ${comparedDays})
          or r.provider_refund_id in (select entity_id from listed))
        and exists (select from settlement_lines l where l.entity_id = r.payment_id)
        and not exists (select from settlement_lines l where l.entity_id = r.provider_refund_id)),
    current as (
      select kind, entity_id, min(expected) as expected, min(found) as found from found group by 1, 2),
    agreed as (
      delete from payout_differences d
      where d.closed_at is null
        and not exists (select from current c where c.kind = d.kind and c.entity_id = d.entity_id))
    insert into payout_differences as d (kind, entity_id, expected_paise, found_paise, found_at)
    select kind, entity_id, expected, found, ${now} from current
    on conflict (kind, entity_id) do update
      set expected_paise = excluded.expected_paise, found_paise = excluded.found_paise, found_at = excluded.found_at,
        closed_at = null
      where (d.expected_paise, d.found_paise) is distinct from (excluded.expected_paise, excluded.found_paise)`);
}
