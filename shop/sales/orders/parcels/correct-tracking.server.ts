import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { DbAndClock } from "#shop/services.ts";
import { findTravelling } from "./deliver-order.server.ts";
import type { Parcel } from "./ship-order.server.ts";

/** Result of correcting the tracking of a parcel. */
type CorrectedTracking =
  /** `part` is the number of a partial parcel; null for a parcel with the whole order. */
  | { ok: true; part: number | null; was: Parcel; isChanged: boolean }
  | { ok: false; reason: "no-such-order" | "not-on-its-way" }
  /** Several parcels are on their way, and `place` was not given. */
  | { ok: false; reason: "which-parcel"; parcels: number[] }
  /** The tracking differs from `before`. */
  | { ok: false; reason: "changed-meanwhile"; now: Parcel };

/**
 * Corrects carrier, number or link of a parcel on its way, and sends the reader a letter. `place` may be omitted if
 * only one parcel is on its way. Optimistic lock: `before` is the tracking when the form was loaded; not checked if
 * absent. Locks the order's row.
 */
export function correctTracking(
  { db, now }: DbAndClock,
  number: string,
  { place, before, after }: { place?: number | undefined; before?: Parcel | undefined; after: Parcel },
): Promise<CorrectedTracking> {
  return inTransaction(db, async (tx): Promise<CorrectedTracking> => {
    const found = await findTravelling(tx, number, place);
    if (!found.ok) return found;
    if (found.isCollection) return { ok: false, reason: "not-on-its-way" };
    const { orderId, parcel: travelling } = found;
    const was = await readParcel(tx, orderId, travelling.place);
    const part = travelling.isPart ? travelling.place : null;
    if (!changedFields(was, after)) return { ok: true, part, was, isChanged: false };
    if (before && changedFields(was, before)) return { ok: false, reason: "changed-meanwhile", now: was };
    await saveTracking(tx, orderId, travelling.place, after, now());
    return { ok: true, part, was, isChanged: true };
  });
}

async function readParcel(tx: Db, orderId: number, place: number): Promise<Parcel> {
  const { rows } = await tx.execute<{ carrier: string; trackingNumber: string; trackingUrl: string }>(sql`
    select carrier, tracking_number, tracking_url from shipments where order_id = ${orderId} and place = ${place}`);
  return oneRow(rows);
}

/** Saves the tracking of a parcel and sends the reader a letter. The caller has locked the order's row. */
async function saveTracking(tx: Db, orderId: number, place: number, parcel: Parcel, at: Date): Promise<void> {
  await tx.execute(sql`
    update shipments set carrier = ${parcel.carrier}, tracking_number = ${parcel.trackingNumber},
      tracking_url = ${parcel.trackingUrl} where order_id = ${orderId} and place = ${place}`);
  await enqueueTrackingLetter(tx, orderId, place, at);
}

/** Sends the reader a letter with the corrected tracking of a parcel. */
export async function enqueueTrackingLetter(tx: Db, orderId: number, place: number, at: Date): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ email: string; before: number }>(sql`
    update orders o set updated_at = ${time} where id = ${orderId}
    returning email, (select count(*)::int from outbox b where b.order_id = o.id and b.kind = 'tracking-corrected') as before`);
  const { email, before } = oneRow(rows);
  const letter = { orderId, to: email, subjectKey: `${place} ${before + 1}`, facts: { parcel: place } };
  await enqueueLetter(tx, { kind: "tracking-corrected", ...letter });
}
