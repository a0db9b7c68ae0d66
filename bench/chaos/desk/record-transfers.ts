/** Carriers pay what they collected, not always what they owe; the bookseller enters each transfer with its list. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { owedOf, type CarriedParcel, type Transfer, type TransferLine } from "#bench/chaos/ledgers/parcel-claims.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { DeskWork } from "./pack-parcels.ts";

const mostParcels = 8;
const usual = { exact: 80, short: 12, over: 8 };

/** Enters one transfer of a carrier that owes something. */
export async function recordTransfer(work: DeskWork, random: SeededRandom): Promise<void> {
  const transfer = await planTransfer(work, random);
  if (!transfer) return;
  const { desk, db, parcelClaims } = work;
  const page = await desk.open("/remittances");
  const form = page?.form("remittances.preview");
  if (!page || !form) return;
  const { carrier, utr, amountPaise, deductedPaise, lines } = transfer;
  const rows = lines.map((line) => [line.trackingNumber, line.orderNumber, rupees(line.amountPaise)].join("\t"));
  const typed = {
    carrier,
    utr,
    day: isoDay(new Date()),
    amount: rupees(amountPaise),
    deducted: rupees(deductedPaise),
    text: ["AWB\tOrder\tCOD amount", ...rows].join("\n"),
  };
  if (random.is(0.3)) await desk.press(page, "remittances.preview", form, typed);
  const press = () => desk.press(page, "remittances.record", form, typed);
  const pressed = await Promise.all(random.is(0.2) ? [press(), press()] : [press()]);
  if (!(await isRecorded(db, utr))) return;
  parcelClaims.transfers.push(transfer);
  for (const { parcel, amountPaise: paid } of lines)
    if (parcel?.fate === "delivered" && !parcel.isWaived && paid > 0)
      parcel.remittedPaise = Math.min(parcel.collectPaise, parcel.remittedPaise + paid);
  // The same list is entered once more, from another page.
  if (random.is(0.15) && pressed.includes(303)) await enterAgain(work, typed);
}

async function enterAgain({ desk }: DeskWork, typed: Record<string, string>): Promise<void> {
  const page = await desk.open("/remittances");
  const form = page?.form("remittances.preview");
  if (page && form) await desk.press(page, "remittances.record", form, typed);
}

/** Accepts a short line as the full payment of its parcel. */
export async function acceptShortLine({ desk, db, parcelClaims }: DeskWork, random: SeededRandom): Promise<void> {
  const { rows } = await db.execute<{ remittance: string; line: number; number: string }>(sql`
    select l.remittance_id as remittance, l.position as line, o.number
    from remittance_lines l join orders o on o.id = any(l.order_ids) where l.outcome = 'short' and o.paid_at is null limit 20`);
  if (rows.length === 0) return;
  const { number, remittance, line } = random.pick(rows);
  const page = await desk.open("/remittances");
  const form = page?.form(
    "remittances.accept",
    (fields) => fields["remittance"] === String(remittance) && fields["line"] === String(line),
  );
  if (!page || !form) return;
  await desk.press(page, "remittances.accept", form);
  const { rows: paid } = await db.execute(sql`select from orders where number = ${number} and paid_at is not null`);
  const parcel = parcelClaims.parcels.get(number);
  if (paid.length > 0 && parcel) parcel.isWaived = true;
}

async function planTransfer({ db, parcelClaims }: DeskWork, random: SeededRandom): Promise<Transfer | null> {
  const all = [...parcelClaims.parcels.values()];
  const owing = all.filter((parcel) => owedOf(parcel) > 0);
  if (owing.length === 0) return null;
  const { carrier } = random.pick(owing);
  const of = (holds: (parcel: CarriedParcel) => boolean) => all.filter((one) => one.carrier === carrier && holds(one));
  const lines: TransferLine[] = of((one) => owedOf(one) > 0)
    .filter(() => random.is(0.7))
    .slice(0, mostParcels)
    .map((parcel) => lineOf(parcel, chooseAmount(parcel, random)));
  const odd = (parcels: CarriedParcel[], amount: (parcel: CarriedParcel) => number) => {
    if (parcels.length === 0) return;
    const parcel = random.pick(parcels);
    lines.push(lineOf(parcel, amount(parcel)));
  };
  const isPaid = (one: CarriedParcel) =>
    one.collectPaise > 0 && (one.isWaived || one.remittedPaise === one.collectPaise);
  if (random.is(0.2)) odd(of(isPaid), ({ collectPaise }) => collectPaise);
  if (random.is(0.05)) odd(of(isPaid), () => -10_00);
  if (random.is(0.1))
    odd(
      await onlyEnded(
        db,
        of(({ fate, collectPaise }) => fate === "came back" && collectPaise > 0),
      ),
      () => 99_00,
    );
  if (random.is(0.1))
    lines.push({
      parcel: null,
      trackingNumber: `UNKNOWN${random.below(1_000_000)}`,
      orderNumber: "",
      amountPaise: 250_50,
    });
  const sum = lines.reduce((total, { amountPaise }) => total + amountPaise, 0);
  const deductedPaise = random.is(0.4) ? Math.min(20_00 * lines.length, Math.max(0, sum - 100)) : 0;
  if (lines.length === 0 || sum - deductedPaise <= 0) return null;
  const utr = `UTR${String(random.below(1e9)).padStart(9, "0")}`;
  return { carrier, utr, amountPaise: sum - deductedPaise, deductedPaise, lines };
}

/** A parcel that was paid in part gets the rest. */
function chooseAmount(parcel: CarriedParcel, random: SeededRandom): number {
  const owed = owedOf(parcel);
  const kind = parcel.remittedPaise > 0 || owed < 50_00 ? "exact" : random.weigh(usual);
  return owed + { exact: 0, short: -30_50, over: 25_00 }[kind];
}

function lineOf(parcel: CarriedParcel, amountPaise: number): TransferLine {
  const { trackingNumber, orderNumber } = parcel;
  return { parcel, trackingNumber, orderNumber: trackingNumber === "" ? orderNumber : "", amountPaise };
}

/** Parcels whose order the bookseller has ended. */
async function onlyEnded(db: Db, parcels: CarriedParcel[]): Promise<CarriedParcel[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select number from orders where fulfilment_state = 'returned' and number = any(${parcels.map((one) => one.orderNumber)}::text[])`);
  const ended = new Set(rows.map(({ number }) => number));
  return parcels.filter(({ orderNumber }) => ended.has(orderNumber));
}

async function isRecorded(db: Db, utr: string): Promise<boolean> {
  return (await db.execute(sql`select from remittances where utr = ${utr}`)).rows.length > 0;
}

const rupees = (paise: number) => (paise / 100).toFixed(2);
