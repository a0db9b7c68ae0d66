import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { hashPassword, isPassword } from "#shop/kernel/security/password-hash.server.ts";
import { validatePassword, type PasswordRefusal } from "./password-rules.ts";

// The maximum number of wrong tries. Tries and sessions use the database's time, because another process may handle the
// next try.
const maxTries = 5;
const waitSeconds = 15 * 60;
/** A reader who signed in within this time may clear a forgotten password. */
const freshSeconds = 10 * 60;

export type PasswordCheck = { ok: true } | { ok: false; reason: "wrong" | "locked" };

export async function hasPassword(db: Db, readerId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from account_passwords where reader_id = ${readerId}`);
  return rows.length > 0;
}

/**
 * Checks the account password; succeeds if the reader has none. A try is counted before the password is compared, so
 * that parallel tries cannot exceed the limit of five, after which the reader waits 15 minutes.
 */
export async function checkPassword(db: Db, readerId: number, given: string): Promise<PasswordCheck> {
  const isRested = sql`(tried_at is null or tried_at <= now() - make_interval(secs => ${waitSeconds}))`;
  const { rows } = await db.execute<{ hash: string }>(sql`
    update account_passwords set tries = case when ${isRested} then 1 else tries + 1 end, tried_at = now()
    where reader_id = ${readerId} and (tries < ${maxTries} or ${isRested})
    returning hash`);
  if (!rows[0]) return (await hasPassword(db, readerId)) ? { ok: false, reason: "locked" } : { ok: true };
  if (!(await isPassword(rows[0].hash, given))) return { ok: false, reason: "wrong" };
  await db.execute(sql`update account_passwords set tries = 0, tried_at = null where reader_id = ${readerId}`);
  return { ok: true };
}

/** The fields of the password form. */
export interface PasswordInput {
  current: string;
  password: string;
  again: string;
}

/** Sets the account password; requires the current one if there is one. */
export async function setPassword(
  db: Db,
  readerId: number,
  { current, password, again }: PasswordInput,
  now: Date,
): Promise<{ ok: true } | { ok: false; reason: PasswordRefusal }> {
  const refusal = validatePassword(password, again);
  if (refusal) return { ok: false, reason: refusal };
  const checked = await checkPassword(db, readerId, current);
  if (!checked.ok) return checked;
  const hash = await hashPassword(password);
  await db.execute(sql`
    insert into account_passwords (reader_id, hash, set_at) values (${readerId}, ${hash}, ${now.toISOString()}::timestamptz)
    on conflict (reader_id) do update set hash = excluded.hash, set_at = excluded.set_at, tries = 0, tried_at = null`);
  return { ok: true };
}

/** Whether this session of the reader is less than ten minutes old, which allows clearing a forgotten password. */
export async function isFreshSession(db: Db, readerId: number, sessionId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from sessions
    where id = ${sessionId} and reader_id = ${readerId} and created_at > now() - make_interval(secs => ${freshSeconds})`);
  return rows.length > 0;
}

/** Clears a forgotten password; false unless the reader has just signed in. */
export async function clearPassword(db: Db, readerId: number, sessionId: string): Promise<boolean> {
  if (!(await isFreshSession(db, readerId, sessionId))) return false;
  await db.execute(sql`delete from account_passwords where reader_id = ${readerId}`);
  return true;
}
