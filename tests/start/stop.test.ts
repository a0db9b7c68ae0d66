import { once } from "node:events";
import { connect } from "node:net";

import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { startEmbedded } from "#db/embedded.ts";
import { findFreePort } from "#db/free-port.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { fileOfBooks, sendToDesk } from "#tests/support/shop/child-desk.ts";
import { findPostmaster, makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { addStaff, addStaffSession } from "#tests/support/desk/desk.ts";

/** Enough for several batches of an import, which blocks in the last one. */
const books = Array.from({ length: 3_000 }, (_, place) => `Stop ${place}`);

async function openShopIn(folder: string) {
  const port = await findFreePort();
  const shop = startChildShop({ PORT: String(port), DATA_DIR: folder, TRUST_PROXY: "1" });
  onTestFinished(() => void shop.process.kill("SIGKILL"));
  await shop.opened;
  return { shop, port, ...(await openDatabaseIn(folder)) };
}

async function openDatabaseIn(folder: string) {
  const { ownerUrl } = await startEmbedded({ dataDir: folder, report: () => {} });
  // Not the shop's own connections, because its shutdown waits for those.
  const pool = new pg.Pool({ connectionString: ownerUrl, application_name: "test", max: 2 });
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  const db = queriesOver(pool, pool);
  const count = async (statement: ReturnType<typeof sql>) =>
    Number((await db.execute<{ count: unknown }>(statement)).rows[0]!.count);
  return { db, count };
}

test("a shop that is told to stop is gone in ten seconds whatever runs, and nothing is lost", async () => {
  const { folder, remove } = await makeDataFolder();
  onTestFinished(remove);
  const first = await openShopIn(folder);
  const { db, port, shop } = first;
  const token = await addStaffSession({ db }, await addStaff({ db }, "owner"));

  // A job blocked for five minutes, an import blocked as well, and a client that never sends the rest of its request.
  await db.execute(sql`create function last_long() returns trigger language plpgsql as
    $$ begin perform pg_sleep(300); return new; end $$`);
  const stuck = () => first.count(sql`select count(*) from pg_stat_activity where wait_event = 'PgSleep'`);
  await db.execute(sql`create trigger last_long before delete on sessions execute function last_long()`);
  await expect.poll(stuck).toBe(1);
  await db.execute(sql`create trigger last_long before insert on works for each row
    when (new.title = 'Stop 2999') execute function last_long()`);
  const rows = books.map((title, place) => `stop-${place},${title},399`);
  const file = fileOfBooks(["reference,title,mrp", ...rows]);
  const brought = await sendToDesk(port, token, "/import", file);
  expect(brought.status).toBe(303);
  const work = brought.location.split("/").at(-1)!;
  const start = new URLSearchParams({ intent: "import.start", work });
  expect((await sendToDesk(port, token, brought.location, start)).status).toBe(303);
  await expect.poll(stuck).toBe(2);
  const slow = connect(port, "127.0.0.1");
  slow.on("error", () => {}); // The shop cuts the connection.
  slow.write("POST /cart/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nintent=");
  await once(slow, "connect");

  const postmaster = await findPostmaster(folder);
  const toldAt = performance.now();
  expect(await shop.stop()).toBe(0);
  expect(performance.now() - toldAt).toBeLessThan(10_000);
  expect(shop.output()).toContain("The shop closes although these jobs have not ended: sessions");
  expect(shop.output()).not.toContain("failed");
  expect(postmaster).not.toBeNull();
  // On a slow machine PostgreSQL may still be writing; it stops on its own.
  await expect.poll(() => findPostmaster(folder)).toBeNull();

  const closed = await openDatabaseIn(folder);
  const taken = sql`select count(*) from works where title like 'Stop %'`;
  expect(await closed.count(taken)).toBeGreaterThan(0);
  expect(await closed.count(taken)).toBeLessThan(books.length);
  // Before the shop is opened, because its job would block again.
  await closed.db.execute(sql`drop function last_long() cascade`);
  const again = await openShopIn(folder);
  // The job runs again by itself, and the import continues on request.
  const runs = sql`select count(*) from jobs where name = 'sessions' and succeeded_at > started_at`;
  await expect.poll(() => again.count(runs)).toBe(1);
  await again.db.execute(sql`update import_work set seen_at = seen_at - interval '1 minute'`);
  expect((await sendToDesk(again.port, token, brought.location, start)).status).toBe(303);
  await expect.poll(() => again.count(sql`select count(*) from import_work where state = 'done'`)).toBe(1);
  expect(await again.count(taken)).toBe(books.length);
  expect(await again.shop.stop()).toBe(0);
});
