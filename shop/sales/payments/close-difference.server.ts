import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** A difference between a payout and the shop's records, as it is named in a form. */
export interface DifferenceKey {
  kind: string;
  /** The provider's number of the payment or the refund. */
  entityId: string;
}

/** Says of a difference that somebody has seen to it. False when it was closed already, or is gone. */
export async function closeDifference(tx: Db, { kind, entityId }: DifferenceKey, at: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update payout_differences set closed_at = ${at.toISOString()}::timestamptz
    where kind = ${kind} and entity_id = ${entityId} and closed_at is null`);
  return rowCount === 1;
}

/** Puts a difference back among those that wait. False when it waits already, or is gone. */
export async function reopenDifference(tx: Db, { kind, entityId }: DifferenceKey): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update payout_differences set closed_at = null
    where kind = ${kind} and entity_id = ${entityId} and closed_at is not null`);
  return rowCount === 1;
}
