import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { addReader, signInReader } from "#tests/support/sales/readers.ts";
import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import { checkPassword, clearPassword, hasPassword, setPassword } from "./password.server.ts";

const { db, pool } = await openTestDatabase();
const start = new Date("2026-06-01T10:00:00Z");
const wish = (password: string, current = "") => ({ current, password, again: password });

test("the first password needs no other, the next needs the current one", async () => {
  const reader = await addReader(db, "first");
  expect(await hasPassword(db, reader)).toBe(false);
  expect(await checkPassword(db, reader, "anything")).toEqual({ ok: true });
  expect(await setPassword(db, reader, wish("monsoon", "ignored"), start)).toEqual({ ok: true });
  expect(await hasPassword(db, reader)).toBe(true);
  expect(await setPassword(db, reader, wish("harvest"), start)).toEqual({ ok: false, reason: "wrong" });
  expect(await setPassword(db, reader, wish("harvest", "monsoon"), start)).toEqual({ ok: true });
  expect(await checkPassword(db, reader, "harvest")).toEqual({ ok: true });
});

test("a text that is too long to be a password is not normalised, which would cost seconds", async () => {
  const reader = await addReader(db, "overlong");
  await setPassword(db, reader, wish("monsoon"), start);
  const cpuMsOf = async (given: string) => {
    const began = process.cpuUsage();
    expect(await checkPassword(db, reader, given)).toEqual({ ok: false, reason: "wrong" });
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
  const plainMs = await cpuMsOf("harvest");
  expect(await cpuMsOf("\u05b0\u0301\u0316".repeat(40_000))).toBeLessThan(3 * plainMs + 300);
});

test("what does not fit the rules is refused before anything is checked or written", async () => {
  const reader = await addReader(db, "rules");
  const cases: [password: string, again: string, reason: string][] = [
    ["monsoon", "monsoons", "mismatch"],
    ["rains", "rains", "too-short"],
  ];
  for (const [password, again, reason] of cases)
    expect(await setPassword(db, reader, { current: "", password, again }, start)).toEqual({ ok: false, reason });
  expect(await hasPassword(db, reader)).toBe(false);
});

test("only a salted argon2id hash is kept, and letters are the same however they are composed", async () => {
  const [one, other] = [await addReader(db, "hash"), await addReader(db, "same-hash")];
  for (const reader of [one, other]) await setPassword(db, reader, wish("caf\u00e9 au lait"), start);
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from account_passwords where reader_id in (${one}, ${other})`,
  );
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(rows[0]!.hash).not.toBe(rows[1]!.hash);
  expect(await checkPassword(db, one, "cafe\u0301 au lait")).toEqual({ ok: true });
});

test("after five wrong tries even the right password waits a quarter of an hour; a right one starts the count again", async () => {
  const reader = await addReader(db, "tries");
  await setPassword(db, reader, wish("monsoon"), start);
  for (let round = 0; round < 2; round += 1) {
    for (let time = 0; time < 4; time += 1) await checkPassword(db, reader, "wrong");
    expect(await checkPassword(db, reader, "monsoon")).toEqual({ ok: true });
  }
  await warm(pool, 8);
  const tries = await Promise.all(Array.from({ length: 8 }, () => checkPassword(db, reader, "wrong")));
  expect(tries.map((attempt) => !attempt.ok && attempt.reason).sort()).toEqual([
    ...Array(3).fill("locked"),
    ...Array(5).fill("wrong"),
  ]);
  const pass = (minutes: number) =>
    db.execute(sql`
      update account_passwords set tried_at = tried_at - make_interval(mins => ${minutes}) where reader_id = ${reader}`);
  await pass(14);
  expect(await checkPassword(db, reader, "monsoon")).toEqual({ ok: false, reason: "locked" });
  await pass(2);
  expect(await checkPassword(db, reader, "monsoon")).toEqual({ ok: true });
});

test("a forgotten password is cleared by who has just signed in, and by nobody else", async () => {
  const here = await signInReader(db, "forgetful");
  await setPassword(db, here.reader.id, wish("monsoon"), start);
  const began = (minutesAgo: number) =>
    db.execute(sql`
      update sessions set created_at = now() - make_interval(mins => ${minutesAgo}) where id = ${here.id}`);
  await began(11);
  expect(await clearPassword(db, here.reader.id, here.id)).toBe(false);
  const stranger = await signInReader(db, "not-forgetful");
  expect(await clearPassword(db, here.reader.id, stranger.id)).toBe(false);
  expect(await hasPassword(db, here.reader.id)).toBe(true);
  await began(9);
  expect(await clearPassword(db, here.reader.id, here.id)).toBe(true);
  expect(await hasPassword(db, here.reader.id)).toBe(false);
});
