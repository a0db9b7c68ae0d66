/** The credentials that an owner entered at the desk, as the database stores them: encrypted. */
import { sql } from "#db/sql.ts";
import type { Db } from "#db/connect.ts";

import type { CredentialKind } from "./credential-kinds.ts";

export interface StoredCredentials {
  kind: CredentialKind;
  /** False for credentials that have not been tried successfully. */
  isUsed: boolean;
  sealed: Buffer;
  /** Why they did not work when they were tried; may be empty. */
  trouble: string;
  changedAt: Date;
}

/** All stored credentials, at most two of each kind. */
export async function listCredentials(db: Db): Promise<StoredCredentials[]> {
  const { rows } = await db.execute<Omit<StoredCredentials, "changedAt"> & { changedAt: string }>(sql`
    select kind, is_used, sealed, trouble, changed_at from credentials order by kind, is_used`);
  return rows.map((row) => ({ ...row, changedAt: new Date(row.changedAt) }));
}

/** Stores credentials that are to be tried; those in use stay. Replaces the ones that were to be tried before. */
export async function storeCandidate(tx: Db, kind: CredentialKind, sealed: Buffer, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into credentials (kind, is_used, sealed, changed_at)
    values (${kind}, false, ${sealed}, ${at.toISOString()}::timestamptz)
    on conflict (kind, is_used) do update
      set sealed = excluded.sealed, trouble = '', changed_at = excluded.changed_at`);
}

/** Stores why a candidate did not work, unless it was replaced meanwhile. */
export async function noteTrouble(db: Db, kind: CredentialKind, sealed: Buffer, trouble: string): Promise<void> {
  await db.execute(sql`
    update credentials set trouble = ${trouble.slice(0, 500)}
    where kind = ${kind} and not is_used and sealed = ${sealed}`);
}

/**
 * Puts a candidate into use; the trigger `credentials_changed` notifies every process. False if it was replaced
 * meanwhile.
 */
export async function useCandidate(tx: Db, kind: CredentialKind, sealed: Buffer): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with candidate as (
      delete from credentials where kind = ${kind} and not is_used and sealed = ${sealed} returning *)
    insert into credentials (kind, is_used, sealed, changed_at)
    select kind, true, sealed, changed_at from candidate
    on conflict (kind, is_used) do update set sealed = excluded.sealed, trouble = '', changed_at = excluded.changed_at`);
  return rowCount > 0;
}

/** Deletes the candidate; false if there is none. */
export async function deleteCandidate(tx: Db, kind: CredentialKind): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from credentials where kind = ${kind} and not is_used`);
  return rowCount > 0;
}
