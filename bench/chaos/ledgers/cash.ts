/** Compares the cash that carriers collected and paid with what the shop says that they owe, to the paisa. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { owedOf, type CarriedParcel, type ParcelClaims } from "./parcel-claims.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { listCarrierDebts } from "#shop/sales/remittances/owed-by-carriers.server.ts";

/** The cash of one carrier, in paise: what it collected is paid to the shop, still owed, or waived. */
export interface CarrierCash {
  carrier: string;
  collected: number;
  remitted: number;
  owed: number;
  waived: number;
  /** Paid without being owed: too much, twice, for parcels that came back, or for unknown ones; less what was taken back. */
  surplus: number;
}

/** The sums of each carrier by its own books. */
export function sumCash({ parcels, transfers }: ParcelClaims): CarrierCash[] {
  const sums = new Map<string, CarrierCash>();
  const sumsOf = (carrier: string) => {
    const known = sums.get(carrier) ?? { carrier, collected: 0, remitted: 0, owed: 0, waived: 0, surplus: 0 };
    sums.set(carrier, known);
    return known;
  };
  for (const parcel of parcels.values()) {
    const sum = sumsOf(parcel.carrier);
    if (parcel.fate !== "delivered") continue;
    sum.collected += parcel.collectPaise;
    sum.remitted += parcel.remittedPaise;
    sum.owed += owedOf(parcel);
    sum.waived += parcel.collectPaise - parcel.remittedPaise - owedOf(parcel);
  }
  for (const { carrier, lines } of transfers)
    for (const { amountPaise } of lines) sumsOf(carrier).surplus += amountPaise;
  for (const sum of sums.values()) sum.surplus -= sum.remitted;
  return [...sums.values()].toSorted((a, b) => b.collected - a.collected);
}

/** The differences between the carriers' books and the shop's. */
export async function findCashBreaches(db: Db, claims: ParcelClaims): Promise<string[]> {
  return [
    ...(await compareTransfers(db, claims)),
    ...(await compareDebts(db, claims)),
    ...(await compareSurplus(db, claims)),
    ...(await findWrongSettlements(db, claims)),
  ];
}

/** Each transfer is recorded once, with all its lines. */
async function compareTransfers(db: Db, { transfers }: ParcelClaims): Promise<string[]> {
  const { rows } = await db.execute<{ utr: string; amount: number; lines: number; sum: number | null }>(sql`
    select r.utr, (r.amount_paise + r.deducted_paise)::float8 as amount, count(l.*)::int as lines, sum(l.amount_paise)::float8 as sum
    from remittances r left join remittance_lines l on l.remittance_id = r.id group by r.id`);
  const recorded = new Map(rows.map((row) => [row.utr, row]));
  const known = new Set(transfers.map(({ utr }) => utr));
  return [
    ...transfers.flatMap(({ utr, amountPaise, deductedPaise, lines }) => {
      const row = recorded.get(utr);
      const total = amountPaise + deductedPaise;
      const isSame = row?.amount === total && row.sum === total && row.lines === lines.length;
      return isSame
        ? []
        : [`Transfer ${utr} of ${formatPaise(total)} is recorded as ${row ? formatPaise(row.sum ?? 0) : "nothing"}.`];
    }),
    ...rows.filter(({ utr }) => !known.has(utr)).map(({ utr }) => `Transfer ${utr} was never entered.`),
  ];
}

/** What the shop says that a carrier owes, less what came of parcels that are paid in part, is what the carrier owes. */
async function compareDebts(db: Db, claims: ParcelClaims): Promise<string[]> {
  const { debts } = await listCarrierDebts({ db, now: () => new Date() });
  const { rows } = await db.execute<{ number: string; paise: number }>(sql`
    select o.number, l.amount_paise::float8 as paise from remittance_lines l join orders o on o.id = any(l.order_ids)
    where l.outcome = 'short' and o.paid_at is null`);
  const said = new Map(debts.map(({ carrier, owedPaise }) => [carrier, owedPaise]));
  for (const { number, paise } of rows) {
    const carrier = claims.parcels.get(number)?.carrier ?? "No carrier";
    said.set(carrier, (said.get(carrier) ?? 0) - paise);
  }
  const own = new Map(sumCash(claims).map(({ carrier, owed }) => [carrier, owed]));
  return [...new Set([...said.keys(), ...own.keys()])].flatMap((carrier) => {
    const [shop, truth] = [said.get(carrier) ?? 0, own.get(carrier) ?? 0];
    return shop === truth ? [] : [`${carrier} owes ${formatPaise(truth)}, but the shop says ${formatPaise(shop)}.`];
  });
}

/** What a carrier has paid without owing it is in the lines to look at. */
async function compareSurplus(db: Db, claims: ParcelClaims): Promise<string[]> {
  const { rows } = await db.execute<{ carrier: string; paise: number }>(sql`
    select r.carrier, coalesce(sum(case l.outcome when 'settled' then 0 when 'short' then 0
      when 'over' then l.amount_paise - l.expected_paise
        + (select coalesce(sum(x.amount_paise), 0) from remittance_lines x where x.outcome = 'short' and x.order_ids && l.order_ids)
      else l.amount_paise end), 0)::float8 as paise
    from remittance_lines l join remittances r on r.id = l.remittance_id group by r.carrier`);
  const said = new Map(rows.map(({ carrier, paise }) => [carrier, paise]));
  return sumCash(claims)
    .filter(({ carrier, surplus }) => surplus !== (said.get(carrier) ?? 0))
    .map(
      ({ carrier, surplus }) =>
        `${carrier} has paid ${formatPaise(surplus)} that it did not owe, but the lines to look at have ${formatPaise(said.get(carrier) ?? 0)}.`,
    );
}

/** An order on delivery is paid exactly if its cash came, and its lines add up to it. */
async function findWrongSettlements(db: Db, { parcels }: ParcelClaims): Promise<string[]> {
  const { rows } = await db.execute<{ number: string; isPaid: boolean; paise: number }>(sql`
    select o.number, p.status = 'captured' as is_paid, coalesce((select sum(l.amount_paise) from remittance_lines l
      where o.id = any(l.order_ids) and l.outcome in ('settled', 'short', 'over')), 0)::float8 as paise
    from orders o join payments p on p.order_id = o.id and p.settles and p.provider = 'on-delivery'
    where o.delivery_method = 'parcel'`);
  return rows.flatMap(({ number, isPaid, paise }) => {
    const parcel = parcels.get(number);
    const cash = parcel?.fate === "delivered" ? parcel.remittedPaise : 0;
    if (isPaid !== (parcel !== undefined && cash > 0 && owedOf(parcel) === 0))
      return [`${number} is ${isPaid ? "paid" : "not paid"}, but its carrier has paid ${formatPaise(cash)}.`];
    return paise < cash || (paise > cash && !isOverpaid(paise, parcel))
      ? [`The lines that settle ${number} add up to ${formatPaise(paise)}; its carrier has paid ${formatPaise(cash)}.`]
      : [];
  });
}

/** Whether one line paid more than the whole cash. */
function isOverpaid(paise: number, parcel: CarriedParcel | undefined): boolean {
  return parcel !== undefined && parcel.remittedPaise === parcel.collectPaise && paise < 2 * parcel.collectPaise;
}
