/** The verdict on parcels: their bookings, the cash of carriers, and the copies. */
import type { Db } from "#db/connect.ts";
import type { DeskRun } from "#bench/chaos/desk/run-desk.ts";
import type { Stage } from "#bench/chaos/open-stage.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { listCounts, sumCounts } from "#proving-ground/reports/counts.ts";
import { countCopies } from "./copies.ts";
import { cashOf, isBack } from "./till-claims.ts";
import { tillCodes } from "#bench/chaos/counter/work-tills.ts";
import { findTillBreaches } from "./tills.ts";
import { findCashBreaches, sumCash } from "./cash.ts";
import { findParcelBreaches } from "./parcels.ts";

/** What was found, and the lines of the report. */
export interface ParcelVerdict {
  breaches: string[];
  lines: string[];
}

type Judged = Pick<Stage, "carriers"> & { db: Db };

/** Compares the shop's records with what carriers and the bookseller know, once nothing is pending. */
export async function judgeParcels(
  { db, carriers }: Judged,
  { parcelClaims, tillClaims, faults }: Pick<DeskRun, "parcelClaims" | "tillClaims" | "faults">,
  received: ReadonlyMap<string, number>,
): Promise<ParcelVerdict> {
  const books = { shiprocket: carriers.shiprocket.book.parcels, delhivery: carriers.delhivery.book.parcels };
  const copies = await countCopies(db, received, parcelClaims, tillClaims);
  const cash = sumCash(parcelClaims).filter(({ collected, surplus }) => collected !== 0 || surplus !== 0);
  const fates = Map.groupBy(parcelClaims.parcels.values(), ({ fate }) => fate);
  const { transfers, forms } = parcelClaims;
  const sales = [...tillClaims.sales.values()];
  const collected = Map.groupBy(tillClaims.collections.values(), ({ fate }) => fate);
  return {
    breaches: [
      ...(await findParcelBreaches(db, books, parcelClaims)),
      ...(await findCashBreaches(db, parcelClaims)),
      ...(await findTillBreaches(db, tillClaims)),
      ...copies.breaches,
      ...(parcelClaims.parcels.size > 0 ? [] : ["No parcel was sent, so nothing was compared."]),
      ...(tillClaims.sales.size > 0 ? [] : ["No till has sold anything, so nothing was compared."]),
    ],
    lines: [
      `${parcelClaims.parcels.size} parcels sent: ${listCounts([...fates].map(([fate, of]) => [fate, of.length]))}; ` +
        `booked: ${books.shiprocket.length} with Shiprocket, ${books.delhivery.length} with Delhivery`,
      `${sumCounts(faults.values())} faults of carriers: ${listCounts(faults)}`,
      `webhooks: ${listCounts(carriers.webhooks)}`,
      `forms at the desk: ${listCounts([...forms].toSorted())}`,
      ...cash.map(
        (sum) =>
          `${sum.carrier} collected ${formatPaise(sum.collected)}: paid ${formatPaise(sum.remitted)}, owes ${formatPaise(sum.owed)}, ` +
          `waived ${formatPaise(sum.waived)}; paid too much ${formatPaise(sum.surplus)}`,
      ),
      `${transfers.length} transfers with ${sumCounts(transfers.map(({ lines }) => lines.length))} lines`,
      `${sales.length} sales at two tills, ${tillClaims.sentTwice} sent twice, ${tillClaims.madeOffline} made without a connection, ` +
        `${sales.filter(({ back }) => isBack(back)).length} taken back, ${tillClaims.counts} counts; refused: ${listCounts(tillClaims.refusals)}`,
      ...tillCodes.map((till) => `cash at ${till}: ${formatPaise(cashOf(tillClaims, till))}`),
      `orders collected: ${listCounts([...collected].map(([fate, of]) => [fate, of.length]))}`,
      `copies: ${listCounts(Object.entries(copies.places))}`,
    ],
  };
}
