import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { endStaffSessions } from "./sessions.server.ts";

/** How long somebody may take to show a passkey, in seconds. */
const challengeSeconds = 5 * 60;
/** More than anybody carries; also what one authenticator is told to look for. */
export const maxPasskeys = 20;

/** A passkey as it is checked; the public key is COSE. */
export interface Passkey {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/** Everybody's own passkeys. */
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

/** Keeps a new passkey; false when it is known already. */
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

/** Notes that a passkey was used, with where its counter stands now. */
export async function notePasskeyUse(tx: Db, id: string, counter: number, at: Date): Promise<void> {
  await tx.execute(sql`
    update staff_passkeys set counter = ${counter}, used_at = ${at.toISOString()}::timestamptz where id = ${id}`);
}

/** Takes one passkey of somebody away; its name, or null when it is not theirs. */
export async function deletePasskey(tx: Db, staffId: number, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`delete from staff_passkeys where id = ${id} and staff_id = ${staffId} returning name`,
  );
  return rows[0]?.name ?? null;
}

/** Takes all passkeys of somebody away and signs them out: at their next sign-in they add a new one. How many there were. */
export async function resetPasskeys(tx: Db, staffId: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from staff_passkeys where staff_id = ${staffId}`);
  await endStaffSessions(tx, staffId);
  return rowCount;
}

/** Keeps what the next passkey of this session must sign. */
export async function keepChallenge(tx: Db, sessionId: string, challenge: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update staff_sessions set challenge = ${challenge}, challenge_at = ${at.toISOString()}::timestamptz
    where id = ${sessionId}`);
}

/** What a passkey of this session must have signed; it is gone then, whatever comes of it. Null when there is none, or too old. */
export async function takeChallenge(tx: Db, sessionId: string, now: Date): Promise<string | null> {
  const { rows } = await tx.execute<{ challenge: string | null; isOld: boolean | null }>(sql`
    with taken as (select challenge, challenge_at from staff_sessions where id = ${sessionId} for update)
    update staff_sessions x set challenge = null, challenge_at = null from taken where x.id = ${sessionId}
    returning taken.challenge,
      taken.challenge_at <= ${new Date(now.getTime() - challengeSeconds * 1000).toISOString()}::timestamptz as is_old`);
  const found = rows[0];
  return found?.challenge && !found.isOld ? found.challenge : null;
}
