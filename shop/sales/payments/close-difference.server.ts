import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** Key of a difference between a payout and the shop's payments and refunds, as forms contain it. */
export interface DifferenceKey {
  kind: string;
  /** The provider's id of the payment or the refund. */
  entityId: string;
}

/** Marks a difference as closed by a person. False if it was closed already or does not exist. */
export async function closeDifference(tx: Db, { kind, entityId }: DifferenceKey, at: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update payout_differences set closed_at = ${at.toISOString()}::timestamptz
    where kind = ${kind} and entity_id = ${entityId} and closed_at is null`);
  return rowCount === 1;
}

/** Reopens a closed difference. False if it is open already or does not exist. */
export async function reopenDifference(tx: Db, { kind, entityId }: DifferenceKey): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update payout_differences set closed_at = null
    where kind = ${kind} and entity_id = ${entityId} and closed_at is not null`);
  return rowCount === 1;
}
