/** Sessions of signed-in readers: starting, finding, listing and ending them. */
import { randomBytes } from "node:crypto";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Reader } from "./reader.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import { authTokenOf } from "#shop/kernel/security/signature.server.ts";

const day = 24 * 60 * 60;
/** Idle timeout of a session, in seconds. */
export const idleSeconds = 7 * day;
/** Absolute timeout of a session, in seconds after the sign-in. */
export const absoluteSeconds = 30 * day;
/** Seconds between two updates of a session's `seen_at`. */
const seenUpdateSeconds = 10 * 60;

/** A signed-in browser. */
export interface Session {
  /** Public id of the session in the list of devices. */
  id: string;
  reader: Reader;
}

/** A new session; `token` is stored only in the cookie. */
export interface NewSession extends Session {
  token: string;
  authToken: string;
}

/** A device on which a reader is signed in. */
export interface Device {
  sessionId: string;
  /** Such as "Chrome on Windows". */
  device: string;
  signedInAt: string;
  seenAt: string;
  isThisOne: boolean;
}

function isAlive(now: Date) {
  const before = (seconds: number) => sql`${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz`;
  return sql`(s.seen_at > ${before(idleSeconds)} and s.created_at > ${before(absoluteSeconds)})`;
}

interface SessionRow {
  id: string;
  isDue: boolean;
  reader: Reader;
}

/** The session for the token of a cookie; null if there is none, or it has expired. */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | null> {
  const { rows } = await db.execute<SessionRow>(sql`
    select s.id, s.seen_at < ${new Date(now.getTime() - seenUpdateSeconds * 1000).toISOString()}::timestamptz as is_due,
      json_build_object('id', r.id, 'name', r.name, 'email', r.email, 'phone', r.phone, 'pictureUrl', r.picture_url)
        as reader
    from sessions s join readers r on r.id = s.reader_id
    where s.token_hash = ${hashSecret(token)} and ${isAlive(now)}`);
  const found = rows[0];
  if (!found) return null;
  if (found.isDue) {
    await db.execute(sql`update sessions set seen_at = ${now.toISOString()}::timestamptz where id = ${found.id}`);
  }
  return { id: found.id, reader: found.reader };
}

/** Starts a session with a new token, never one that the browser sent (session fixation). */
export async function beginSession(db: Db, reader: Reader, device: string, now: Date): Promise<NewSession> {
  const id = randomBytes(12).toString("base64url");
  const token = newSecret();
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into sessions (id, token_hash, reader_id, device, created_at, seen_at)
    values (${id}, ${hashSecret(token)}, ${reader.id}, ${device}, ${at}, ${at})`);
  return { id, reader, token, authToken: authTokenOf(id, token) };
}

/** Signs a browser out, by the token of its cookie. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.execute(sql`delete from sessions where token_hash = ${hashSecret(token)}`);
}

/** Signs a reader out of a device; false if it is not the reader's. */
export async function endDevice(db: Db, readerId: number, sessionId: string): Promise<boolean> {
  const { rows } = await db.execute<{ id: string }>(
    sql`delete from sessions where id = ${sessionId} and reader_id = ${readerId} returning id`,
  );
  return rows.length > 0;
}

/** Signs a reader out of all sessions except `except`. */
export async function endAllSessions(db: Db, readerId: number, except: string | null = null): Promise<void> {
  await db.execute(sql`delete from sessions where reader_id = ${readerId} and id is distinct from ${except}`);
}

/** The devices of a reader: the present one first, then those used last. */
export async function listDevices(db: Db, readerId: number, thisSession: string, now: Date): Promise<Device[]> {
  const { rows } = await db.execute<{ found: Device }>(sql`
    select json_build_object('sessionId', s.id, 'device', s.device, 'signedInAt', s.created_at, 'seenAt', s.seen_at,
      'isThisOne', s.id = ${thisSession}) as found
    from sessions s where s.reader_id = ${readerId} and ${isAlive(now)}
    order by s.id = ${thisSession} desc, s.seen_at desc`);
  return rows.map((row) => row.found);
}

/** Deletes sessions not used for a week, which are expired, and sign-in attempts older than a day. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const before = (seconds: number) => sql`${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz`;
  await db.execute(sql`delete from sessions where seen_at <= ${before(idleSeconds)}`);
  await db.execute(sql`delete from sign_in_attempts where created_at <= ${before(day)}`);
}
