import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { deleteRecoveryCodes } from "./recovery-codes.server.ts";
import { endStaffSessions } from "./sessions.server.ts";

/** Seconds until a challenge expires. */
export const challengeSeconds = 5 * 60;
/**
 * The maximum number of passkeys per staff member, more than a person has; it also bounds the list sent to the
 * authenticator.
 */
export const maxPasskeys = 20;

/** A passkey as the database stores it; the public key is in COSE format. */
export interface Passkey {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/** The passkeys of one staff member, oldest first. */
export async function listPasskeys(db: Db, staffId: number): Promise<Passkey[]> {
  const { rows } = await db.execute<{
    id: string;
    publicKey: Buffer<ArrayBuffer>;
    counter: string;
    transports: string[];
  }>(sql`
    select id, public_key, counter, transports from staff_passkeys where staff_id = ${staffId} order by created_at`);
  return rows.map(({ publicKey, counter, ...row }) => ({
    ...row,
    publicKey: new Uint8Array(publicKey),
    counter: Number(counter),
  }));
}

/** Stores a new passkey; false if it is already stored. */
export async function insertPasskey(
  tx: Db,
  staffId: number,
  { id, publicKey, counter, transports }: Passkey,
  { name, at }: { name: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into staff_passkeys (id, staff_id, public_key, counter, transports, name, created_at)
    values (${id}, ${staffId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}::text[], ${name},
      ${at.toISOString()}::timestamptz)
    on conflict (id) do nothing`);
  return rowCount > 0;
}

/** Stores the new counter and the time of use of a passkey. */
export async function notePasskeyUse(tx: Db, id: string, counter: number, at: Date): Promise<void> {
  await tx.execute(sql`
    update staff_passkeys set counter = ${counter}, used_at = ${at.toISOString()}::timestamptz where id = ${id}`);
}

/** Deletes a passkey and returns its name; null if the staff member does not have it. */
export async function deletePasskey(tx: Db, staffId: number, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`delete from staff_passkeys where id = ${id} and staff_id = ${staffId} returning name`,
  );
  return rows[0]?.name ?? null;
}

/**
 * Deletes all passkeys of a staff member and signs the member out. The member adds a new passkey at the next sign-in.
 * Returns the number of passkeys deleted.
 */
export async function resetPasskeys(tx: Db, staffId: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from staff_passkeys where staff_id = ${staffId}`);
  await deleteRecoveryCodes(tx, staffId);
  await endStaffSessions(tx, staffId);
  return rowCount;
}

/** Stores the challenge that the next passkey of this session has to sign. */
export async function storeChallenge(tx: Db, sessionId: string, challenge: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update staff_sessions set challenge = ${challenge}, challenge_at = ${at.toISOString()}::timestamptz
    where id = ${sessionId}`);
}

/**
 * Returns the session's challenge and deletes it, so that each one works once; null if there is none or it has expired.
 */
export async function takeChallenge(tx: Db, sessionId: string, now: Date): Promise<string | null> {
  const { rows } = await tx.execute<{ challenge: string | null; isOld: boolean | null }>(sql`
    with taken as (select challenge, challenge_at from staff_sessions where id = ${sessionId} for update)
    update staff_sessions x set challenge = null, challenge_at = null from taken where x.id = ${sessionId}
    returning taken.challenge,
      taken.challenge_at <= ${new Date(now.getTime() - challengeSeconds * 1000).toISOString()}::timestamptz as is_old`);
  const found = rows[0];
  return found?.challenge && !found.isOld ? found.challenge : null;
}
