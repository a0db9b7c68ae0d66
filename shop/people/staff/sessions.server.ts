/** Sessions of the staff at the desk: their tokens, their expiry, and the proofs by passkey. */

import { randomBytes } from "node:crypto";

import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import type { Role } from "./roles.ts";

/** Seconds after the sign-in when a session ends. */
export const absoluteSeconds = 12 * 60 * 60;
/** Seconds without a request after which a session ends. */
export const idleSeconds = 60 * 60;
/** Seconds for which a passkey counts as fresh after it was shown. */
export const freshSeconds = 10 * 60;
/** Seconds between two updates of a session's `seen_at`. */
const seenUpdateSeconds = 60;

export interface StaffMember {
  id: number;
  name: string;
  address: string;
  role: Role;
}

/** A browser in which a staff member is signed in. */
export interface StaffSession {
  id: string;
  staff: StaffMember;
  /** When this browser last showed a passkey, as an ISO time; null if never. */
  passkeyAt: string | null;
  /** Whether the staff member has any passkey. */
  hasPasskey: boolean;
}

/**
 * The proof that a page or an action requires, from sign-in with Google up to a passkey shown within `freshSeconds`.
 */
export type Proof = "google" | "passkey" | "fresh passkey";

/** Whether a session has the required proof. With test sign-in, staff without a passkey need none. */
export function hasShown(
  proof: Proof,
  { passkeyAt, hasPasskey }: StaffSession,
  { now, isTestSignIn }: { now: Date; isTestSignIn: boolean },
): boolean {
  if (proof === "google" || (isTestSignIn && !hasPasskey)) return true;
  if (passkeyAt === null) return false;
  return proof === "passkey" || now.getTime() - new Date(passkeyAt).getTime() <= freshSeconds * 1000;
}

function isAlive(now: Date) {
  const before = (seconds: number) => sql`${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz`;
  return sql`(x.seen_at > ${before(idleSeconds)} and x.created_at > ${before(absoluteSeconds)})`;
}

interface SessionRow {
  session: StaffSession;
  isDue: boolean;
  also: unknown;
}

/**
 * The session of a cookie's token; null if it does not exist or has ended, or if the staff member was removed. With
 * `forUpdate` the staff row is locked: nothing changes their role or removes them before the transaction ends.
 */
export async function findStaffSession(
  db: Db,
  token: string,
  now: Date,
  { forUpdate = false } = {},
): Promise<StaffSession | null> {
  return (await findSessionAnd(db, token, { now, forUpdate, also: sql`null::json` }))?.session ?? null;
}

/** Like `findStaffSession`; the same statement reads the JSON expression `also`. */
export async function findSessionAnd<Also>(
  db: Db,
  token: string,
  { now, also, forUpdate = false }: { now: Date; also: SQL; forUpdate?: boolean },
): Promise<{ session: StaffSession; also: Also } | null> {
  const { rows } = await db.execute<SessionRow>(sql`
    select ${also} as also, x.seen_at < ${new Date(now.getTime() - seenUpdateSeconds * 1000).toISOString()}::timestamptz as is_due,
      json_build_object('id', x.id, 'passkeyAt', x.passkey_at,
        'hasPasskey', exists (select from staff_passkeys p where p.staff_id = s.id),
        'staff', json_build_object('id', s.id, 'name', s.name, 'address', s.address, 'role', s.role)) as session
    from staff_sessions x join staff s on s.id = x.staff_id
    where x.token_hash = ${hashSecret(token)} and s.removed_at is null and ${isAlive(now)}
    ${forUpdate ? sql`for share of s` : sql``}`);
  const found = rows[0];
  if (!found) return null;
  if (found.isDue) {
    await db.execute(
      sql`update staff_sessions set seen_at = ${now.toISOString()}::timestamptz where id = ${found.session.id}`,
    );
  }
  return { session: found.session, also: found.also as Also };
}

/** The ids of the sessions that have not ended; does not count as use of them. */
export async function findLivingSessions(db: Db, ids: string[], now: Date): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select x.id from staff_sessions x join staff s on s.id = x.staff_id
    where x.id = any(${ids}::text[]) and s.removed_at is null and ${isAlive(now)}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Begins a session and returns its token for the cookie; the database stores only the hash. With `isByPasskey` it
 * counts as one that has shown a passkey.
 */
export async function beginStaffSession(
  tx: Db,
  staffId: number,
  device: string,
  now: Date,
  { isByPasskey = false } = {},
): Promise<string> {
  const token = newSecret();
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into staff_sessions (id, token_hash, staff_id, device, created_at, seen_at, passkey_at)
    values (${randomBytes(12).toString("base64url")}, ${hashSecret(token)}, ${staffId}, ${device}, ${at}, ${at},
      ${isByPasskey ? at : sql`null`})`);
  return token;
}

/** Stores that a session has shown a passkey and returns its new token; the old token becomes invalid. */
export async function renewStaffSession(tx: Db, sessionId: string, now: Date): Promise<string> {
  const token = newSecret();
  await tx.execute(sql`
    update staff_sessions set token_hash = ${hashSecret(token)}, passkey_at = ${now.toISOString()}::timestamptz
    where id = ${sessionId}`);
  return token;
}

/** Ends a session of a staff member; false if it is not theirs. */
export async function endStaffSession(tx: Db, staffId: number, sessionId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`delete from staff_sessions where id = ${sessionId} and staff_id = ${staffId}`,
  );
  return rowCount > 0;
}

/** Ends all sessions of a staff member except `except`; returns the number ended. */
export async function endStaffSessions(tx: Db, staffId: number, except: string | null = null): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`delete from staff_sessions where staff_id = ${staffId} and id is distinct from ${except}`,
  );
  return rowCount;
}

/** Deletes sessions that have ended and sign-in attempts older than a day. */
export async function deleteExpiredStaffSessions(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from staff_sessions x where not ${isAlive(now)}`);
  await db.execute(sql`
    delete from staff_sign_ins where created_at < ${new Date(now.getTime() - 86_400_000).toISOString()}::timestamptz`);
}
