/**
 * What carriers say about PIN codes, kept for a day: readers' requests read it from the database, and a job asks the
 * carriers for what was missing.
 */
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Services } from "#shop/services.ts";
import type { Carrier, PinService } from "./carrier.ts";

/** The most PIN codes that wait for a carrier; requests for others are not noted until these are answered. */
const maxWaiting = 200;
/** The most PIN codes that a carrier is asked about in a run. */
const maxAsked = 20;
/** A PIN code that no reader has named for this time is forgotten. */
const keptDays = 30;

/** SQL: the fewest days in which a carrier delivers to a PIN code; null if none has answered. */
export function carrierDaysSql(pin: SQL): SQL {
  return sql`(select min(days) from carrier_pins where carrier_pins.pin = ${pin} and is_served)`;
}

/** What is known of a PIN code: the best of all carriers; null while none has answered. Notes what is missing. */
export async function readPinService(
  { db, now, carriers }: Pick<Services, "db" | "now" | "carriers">,
  pin: string,
): Promise<PinService | null> {
  const digits = pin.replace(/\s/g, "");
  if (carriers.length === 0 || !/^[1-9]\d{5}$/.test(digits)) return null;
  const ids = carriers.map(({ id }) => id);
  const { rows } = await db.execute<PinService & { known: number; fresh: number }>(sql`
    select count(answered_at)::int as known,
      count(*) filter (where is_wanted or asked_at > ${now().toISOString()}::timestamptz - interval '1 day')::int as fresh,
      coalesce(bool_or(is_served), false) as is_served, coalesce(bool_or(collects_cash), false) as collects_cash,
      min(days) filter (where is_served) as days
    from carrier_pins where pin = ${digits} and carrier = any(${ids}::text[])`);
  const { known, fresh, ...service } = oneRow(rows);
  if (fresh < ids.length) await notePin(db, digits, ids);
  return known === 0 ? null : service;
}

/** Notes a PIN code to be asked about; an answer that is a day old stays until the new one. */
async function notePin(db: Db, pin: string, ids: string[]): Promise<void> {
  await db.execute(sql`
    insert into carrier_pins as kept (carrier, pin, is_wanted)
    select id, ${pin}, true from unnest(${ids}::text[]) id
    where (select count(*) from (select from carrier_pins where is_wanted limit ${maxWaiting}) waiting) < ${maxWaiting}
    on conflict (carrier, pin) do update set is_wanted = true`);
}

/** Asks the carriers about the PIN codes that readers' requests have missed. Throws the last failure at the end. */
export async function askPins({ db, now, carriers }: Pick<Services, "db" | "now" | "carriers">): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`delete from carrier_pins where asked_at < ${at} - make_interval(days => ${keptDays})`);
  let failure: unknown = null;
  for (const carrier of carriers) await askCarrier({ db, now }, carrier).catch((error: unknown) => (failure = error));
  if (failure !== null) throw failure;
}

async function askCarrier({ db, now }: Pick<Services, "db" | "now">, carrier: Carrier): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ pin: string }>(sql`
    update carrier_pins set asked_at = ${at} where (carrier, pin) in (select carrier, pin from carrier_pins
      where carrier = ${carrier.id} and is_wanted and coalesce(asked_at, '-infinity') < ${at} - interval '10 minutes'
      order by asked_at nulls first limit ${maxAsked} for update skip locked)
    returning pin`);
  for (const { pin } of rows) {
    const { isServed, collectsCash, days } = await carrier.findService(pin);
    await db.execute(sql`
      update carrier_pins set is_wanted = false, answered_at = ${at}, is_served = ${isServed},
        collects_cash = ${collectsCash}, days = ${days}
      where carrier = ${carrier.id} and pin = ${pin}`);
  }
}
