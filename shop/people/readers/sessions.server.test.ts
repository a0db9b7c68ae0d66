/** Tests readers' sessions: their tokens, their expiry after 7 idle or 30 days in all, devices and signing out. */

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { addReader, signInReader } from "#tests/support/sales/readers.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { hashSecret } from "#shop/kernel/security/secret.server.ts";
import { authTokenOf } from "#shop/kernel/security/signature.server.ts";
import {
  beginSession,
  endAllSessions,
  endDevice,
  endSession,
  findSession,
  deleteExpiredSessions,
  listDevices,
} from "./sessions.server.ts";

const { db } = await openTestDatabase();
const start = new Date("2026-06-01T10:00:00Z");
const after = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60 * 1000);

test("a session is found by its token, with its reader", async () => {
  const session = await signInReader(db, "asha", start);
  expect(session.token).toMatch(/^[\w-]{43}$/);
  expect(await findSession(db, session.token, start)).toEqual({ id: session.id, reader: session.reader });
  expect(await findSession(db, "x".repeat(43), start)).toBeNull();
});

test("the database keeps a hash of the token and never the token", async () => {
  const { token, id } = await signInReader(db, "hashed", start);
  const { rows } = await db.execute<{ row: string }>(sql`select s::text as row from sessions s where id = ${id}`);
  expect(rows[0]!.row).toContain(hashSecret(token).toString("hex"));
  expect(rows[0]!.row).not.toContain(token);
});

test("the browser's auth-token names the session and holds nothing of its secret", async () => {
  const { id, token, authToken } = await signInReader(db, "auth-token", start);
  expect(authToken).toMatch(new RegExp(`^v1\\.${id}\\.[\\w-]{43}$`));
  expect(authToken).not.toContain(token);
  expect(authTokenOf(id, "another".padEnd(43, "-"))).not.toBe(authToken);
  expect(await findSession(db, authToken, start)).toBeNull();
  expect(await findSession(db, authToken.split(".")[2]!, start)).toBeNull();
});

test("a session that is used lives on for thirty days, one that is not for seven", async () => {
  const used = await signInReader(db, "used", start);
  const idle = await signInReader(db, "idle", start);
  for (let day = 6; day < 30; day += 6) expect(await findSession(db, used.token, after(day)), `${day}`).not.toBeNull();
  expect(await findSession(db, used.token, after(29.9))).not.toBeNull();
  expect(await findSession(db, used.token, after(30))).toBeNull();
  expect(await findSession(db, idle.token, after(6.9))).not.toBeNull();
  const left = await signInReader(db, "left", start);
  expect(await findSession(db, left.token, after(7))).toBeNull();
});

test("a session that ended is dead, others of the reader live", async () => {
  const here = await signInReader(db, "two", start);
  const there = await beginSession(db, here.reader, "Safari on iPhone", start);
  await endSession(db, here.token);
  expect(await findSession(db, here.token, start)).toBeNull();
  expect(await findSession(db, there.token, start)).not.toBeNull();
});

test("the devices are listed, this one first; each can be signed out by its reader and nobody else", async () => {
  const here = await signInReader(db, "devices", start);
  const there = await beginSession(db, here.reader, "Safari on iPhone", after(1));
  const devices = await listDevices(db, here.reader.id, here.id, after(1));
  expect(devices.map(({ device, isThisOne }) => [device, isThisOne])).toEqual([
    ["Chrome on Linux", true],
    ["Safari on iPhone", false],
  ]);
  expect(await endDevice(db, await addReader(db, "stranger"), there.id)).toBe(false);
  expect(await endDevice(db, here.reader.id, there.id)).toBe(true);
  expect(await findSession(db, there.token, after(1))).toBeNull();
});

test("signing out everywhere ends all, or all but this one", async () => {
  const here = await signInReader(db, "everywhere", start);
  const there = await beginSession(db, here.reader, "Safari on iPhone", start);
  await endAllSessions(db, here.reader.id, here.id);
  expect(await findSession(db, there.token, start)).toBeNull();
  expect(await findSession(db, here.token, start)).not.toBeNull();
  await endAllSessions(db, here.reader.id);
  expect(await findSession(db, here.token, start)).toBeNull();
});

test("deletes expired sessions and keeps live ones", async () => {
  const old = await signInReader(db, "old", start);
  const fresh = await beginSession(db, old.reader, "Firefox on Linux", after(20));
  await deleteExpiredSessions(db, after(21));
  const { rows } = await db.execute<{ id: string }>(sql`select id from sessions where reader_id = ${old.reader.id}`);
  expect(rows.map((row) => row.id)).toEqual([fresh.id]);

  const before = (hours: number) => new Date(start.getTime() - hours * 3_600_000).toISOString();
  for (const hours of [23, 24, 25]) {
    await db.execute(sql`
      insert into sign_in_attempts (id, state_hash, browser_hash, nonce, code_verifier, mode, intent, next_path, created_at)
      values (gen_random_uuid(), sha256(${String(hours)}::bytea), sha256('b'), 'n', 'c', 'popup', 'login', '/', ${before(hours)})`);
  }
  await deleteExpiredSessions(db, start);
  const { rows: attempts } = await db.execute(sql`select from sign_in_attempts`);
  expect(attempts).toHaveLength(1);
});
