import { randomBytes } from "node:crypto";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import type { Role } from "./roles.ts";

/** A session ends so many seconds after the sign-in. */
export const absoluteSeconds = 12 * 60 * 60;
/** It ends when nothing was asked with it for so many seconds. */
export const idleSeconds = 60 * 60;
/** A passkey shown so many seconds ago is fresh. */
export const freshSeconds = 10 * 60;
/** Seconds between two updates of a session's `seen_at`. */
const seenUpdateSeconds = 60;

/** Somebody of the staff, as the desk knows them. */
export interface StaffMember {
  id: number;
  name: string;
  address: string;
  role: Role;
}

/** A browser that somebody of the staff is signed in with. */
export interface StaffSession {
  id: string;
  staff: StaffMember;
  /** When this browser last showed a passkey, as an ISO time; null until it has. */
  passkeyAt: string | null;
  /** Whether they have a passkey at all. */
  hasPasskey: boolean;
}

/** Who signed in with a passkey, and how long ago: what a page or an action may ask for. */
export type Proof = "google" | "passkey" | "fresh passkey";

/** Whether a session has shown what is asked. With test sign-in, who has no passkey is asked for none. */
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
}

/**
 * The session of a cookie's token; null when there is none, it is over, or its person is no longer staff. With `isHeld`
 * nobody changes the role of that person, or removes them, before the transaction ends.
 */
export async function findStaffSession(
  db: Db,
  token: string,
  now: Date,
  { isHeld = false } = {},
): Promise<StaffSession | null> {
  const { rows } = await db.execute<SessionRow>(sql`
    select x.seen_at < ${new Date(now.getTime() - seenUpdateSeconds * 1000).toISOString()}::timestamptz as is_due,
      json_build_object('id', x.id, 'passkeyAt', x.passkey_at,
        'hasPasskey', exists (select from staff_passkeys p where p.staff_id = s.id),
        'staff', json_build_object('id', s.id, 'name', s.name, 'address', s.address, 'role', s.role)) as session
    from staff_sessions x join staff s on s.id = x.staff_id
    where x.token_hash = ${hashSecret(token)} and s.removed_at is null and ${isAlive(now)}
    ${isHeld ? sql`for share of s` : sql``}`);
  const found = rows[0];
  if (!found) return null;
  if (found.isDue) {
    await db.execute(
      sql`update staff_sessions set seen_at = ${now.toISOString()}::timestamptz where id = ${found.session.id}`,
    );
  }
  return found.session;
}

/** Which of these sessions are not over. Looking is no use of them: it keeps none alive. */
export async function findLivingSessions(db: Db, ids: string[], now: Date): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select x.id from staff_sessions x join staff s on s.id = x.staff_id
    where x.id = any(${ids}::text[]) and s.removed_at is null and ${isAlive(now)}`);
  return new Set(rows.map(({ id }) => id));
}

/** Begins a session; the token goes into the cookie and is known nowhere else. */
export async function beginStaffSession(tx: Db, staffId: number, device: string, now: Date): Promise<string> {
  const token = newSecret();
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into staff_sessions (id, token_hash, staff_id, device, created_at, seen_at)
    values (${randomBytes(12).toString("base64url")}, ${hashSecret(token)}, ${staffId}, ${device}, ${at}, ${at})`);
  return token;
}

/** Notes that a session has shown a passkey. Its token is new from then on; the old one is worth nothing. */
export async function renewStaffSession(tx: Db, sessionId: string, now: Date): Promise<string> {
  const token = newSecret();
  await tx.execute(sql`
    update staff_sessions set token_hash = ${hashSecret(token)}, passkey_at = ${now.toISOString()}::timestamptz
    where id = ${sessionId}`);
  return token;
}

/** Ends one session of somebody; false when it is not theirs. */
export async function endStaffSession(tx: Db, staffId: number, sessionId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`delete from staff_sessions where id = ${sessionId} and staff_id = ${staffId}`,
  );
  return rowCount > 0;
}

/** Ends every session of somebody, wherever it is, but for the one that is named; how many there were. */
export async function endStaffSessions(tx: Db, staffId: number, except: string | null = null): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`delete from staff_sessions where staff_id = ${staffId} and id is distinct from ${except}`,
  );
  return rowCount;
}

/** Forgets sessions and ways to Google that are over. */
export async function deleteExpiredStaffSessions(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from staff_sessions x where not ${isAlive(now)}`);
  await db.execute(sql`
    delete from staff_sign_ins where created_at < ${new Date(now.getTime() - 86_400_000).toISOString()}::timestamptz`);
}
