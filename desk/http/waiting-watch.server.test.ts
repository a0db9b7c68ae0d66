import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { listWaiting } from "#shop/office/back-office/today.server.ts";
import { addStaff, addStaffSession } from "#tests/support/desk/desk.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { WaitingWatch } from "./waiting-watch.server.ts";

const testServices = await openTestServices();
const { services, db } = testServices;

async function session(): Promise<string> {
  const token = await addStaffSession(testServices, await addStaff(testServices, "bookseller"));
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from staff_sessions where token_hash = sha256(${token}::text::bytea)`,
  );
  return rows[0]!.id;
}

/** Opens a stream and collects its text. */
async function listen(watch: WaitingWatch, { sessionId, version }: { sessionId?: string; version?: string } = {}) {
  const request = new AbortController();
  const stream = watch.open(
    sessionId ?? (await session()),
    version ?? (await listWaiting(services)).version,
    request.signal,
  );
  const heard = { text: "", isOver: false };
  const gather = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream!) heard.text += decoder.decode(chunk);
    heard.isOver = true;
  };
  void gather();
  return { heard, leave: () => request.abort() };
}

test("a page hears when something else waits, once for each change, and at once when it is behind", async () => {
  const watch = new WaitingWatch(services, 20);
  const [one, behind] = [await listen(watch), await listen(watch, { version: "old" })];
  await expect.poll(() => behind.heard.text).toContain("event: changed");
  await expect.poll(() => one.heard.text).toContain("nothing new");
  expect(one.heard.text).not.toContain("event:");
  await db.execute(sql`insert into jobs (name, failed_at, failures_in_a_row) values ('letters', now(), 3)`);
  await expect.poll(() => one.heard.text).toContain("event: changed");
  one.leave();
  behind.leave();
  await expect.poll(() => one.heard.isOver && behind.heard.isOver).toBe(true);
  expect(watch.size).toBe(0);
});

test("a stream ends with its session, and keeps none alive", async () => {
  const watch = new WaitingWatch(services, 20);
  const [first, other] = [await session(), await session()];
  const [ending, staying] = [await listen(watch, { sessionId: first }), await listen(watch, { sessionId: other })];
  await db.execute(sql`update staff_sessions set seen_at = now() - interval '59 minutes'`);
  await expect.poll(() => ending.heard.text).toContain("nothing new");
  await db.execute(sql`update staff_sessions set seen_at = now() - interval '61 minutes' where id = ${first}`);
  await expect.poll(() => ending.heard.isOver).toBe(true);
  expect(ending.heard.text).toContain("event: ended");
  expect(staying.heard.isOver).toBe(false);
  const { rowCount } = await db.execute(
    sql`select from staff_sessions where id = ${other} and seen_at < now() - interval '58 minutes'`,
  );
  expect(rowCount).toBe(1);
  staying.leave();
});

test("sends trouble while the database is unavailable, and changed when it is back", async () => {
  let isBroken = true;
  const broken = {
    ...services,
    now: () => {
      if (isBroken) throw new Error("The database is away.");
      return new Date();
    },
  };
  const { heard, leave } = await listen(new WaitingWatch(broken, 20), { version: "old" });
  await expect.poll(() => heard.text).toContain("event: trouble");
  expect(heard.text).not.toContain("changed");
  isBroken = false;
  await expect.poll(() => heard.text).toContain("event: changed");
  leave();
});

test("a session has three streams at most, a process sixty", async () => {
  const watch = new WaitingWatch(services);
  const { signal } = new AbortController();
  const open = (sessionId: string) => watch.open(sessionId, "", signal) !== null;
  expect([open("a"), open("a"), open("a"), open("a")]).toEqual([true, true, true, false]);
  for (let place = 3; place < 60; place += 1) expect(open(`session ${place}`)).toBe(true);
  expect(open("another")).toBe(false);
  expect(watch.open("late", "", AbortSignal.abort())).toBeNull();
});
