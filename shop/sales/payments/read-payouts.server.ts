import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import { comparePayouts } from "./compare-payouts.server.ts";
import { sumOverProviders, type SettledDay } from "./payment-provider.ts";

/** The maximum number of days that one run reads. */
const daysAtOnce = 10;

/**
 * Reads the payouts of each provider by day (India), oldest first: each day since the provider's first payment, at most
 * the last 180, and the last seven again every six hours, because the provider may add to them. A run without a due day
 * compares payouts with the shop's payments and refunds. Returns the number of days read. Throws ProviderError if a
 * request fails; days read before are kept.
 */
export async function readPayouts({ db, paymentProviders, now }: Services): Promise<number> {
  const read = await sumOverProviders(paymentProviders, async (provider) => {
    const days = await dueDays(db, provider.id, now());
    for (const day of days) {
      const settled = await provider.listSettled(day);
      const at = now();
      await inTransaction(db, (tx) => keepDay(tx, provider.id, day, settled, at));
    }
    return days.length;
  });
  if (read === 0) await comparePayouts(db, now());
  return read;
}

async function dueDays(db: Db, provider: string, at: Date): Promise<string[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ day: string }>(sql`
    with asked as (
      select (${now} at time zone 'Asia/Kolkata')::date as today,
        (select min(created_at) at time zone 'Asia/Kolkata' from payments where provider = ${provider})::date as first)
    select to_char(d, 'YYYY-MM-DD') as day
    from asked cross join lateral generate_series(greatest(first, today - 180), today, interval '1 day') d
      left join settlement_days known on known.provider = ${provider} and known.day = d::date
    where first is not null and (known.day is null
      or d::date > today - 7 and known.read_at < ${now} - interval '6 hours')
    order by d limit ${daysAtOnce}`);
  return rows.map(({ day }) => day);
}

/** Saves the items of a day; known ones are updated. */
async function keepDay(
  tx: Db,
  provider: string,
  day: string,
  { items, unreadable }: SettledDay,
  at: Date,
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given ("payoutId" text, "settledAt" bigint, utr text,
    "entityId" text, kind text, currency text, "amountPaise" bigint, "creditPaise" bigint, "debitPaise" bigint,
    "feePaise" bigint, "taxPaise" bigint, description text)`;
  await tx.execute(sql`
    insert into settlements as s (id, provider, settled_at, utr)
    select "payoutId", ${provider}, to_timestamp(max("settledAt")), max(left(utr, 100))
    from ${given} group by 1
    on conflict (id) do update set settled_at = excluded.settled_at, utr = coalesce(nullif(excluded.utr, ''), s.utr)`);
  await tx.execute(sql`
    insert into settlement_lines (settlement_id, entity_id, kind, currency, amount_paise, credit_paise, debit_paise,
      fee_paise, tax_paise, description)
    select distinct on ("payoutId", "entityId") "payoutId", "entityId", kind, currency, "amountPaise", "creditPaise",
      "debitPaise", "feePaise", "taxPaise", left(description, 500)
    from ${given} order by "payoutId", "entityId"
    on conflict (settlement_id, entity_id) do update set kind = excluded.kind, currency = excluded.currency,
      amount_paise = excluded.amount_paise, credit_paise = excluded.credit_paise, debit_paise = excluded.debit_paise,
      fee_paise = excluded.fee_paise, tax_paise = excluded.tax_paise, description = excluded.description`);
  const ids = [...new Set(items.map(({ payoutId }) => payoutId))];
  await tx.execute(sql`
    update settlements s set line_count = sums.lines, credit_paise = sums.credit, debit_paise = sums.debit,
      fee_paise = sums.fee, tax_paise = sums.tax
    from (select settlement_id, count(*) as lines, sum(credit_paise) as credit, sum(debit_paise) as debit,
        sum(fee_paise) as fee, sum(tax_paise) as tax
      from settlement_lines where settlement_id = any(${ids}::text[]) group by 1) sums
    where s.id = sums.settlement_id`);
  await tx.execute(sql`
    insert into settlement_days (provider, day, read_at, unreadable)
    values (${provider}, ${day}::date, ${at.toISOString()}::timestamptz, ${unreadable})
    on conflict (provider, day) do update set read_at = excluded.read_at, unreadable = excluded.unreadable`);
}
