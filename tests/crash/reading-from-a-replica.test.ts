/** Reads from a replica: what it serves, and when the shop falls back to the primary. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, expect, test } from "vitest";

import { openPool, type Db } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { queriesOver } from "#db/queries.ts";
import { openReplica } from "#db/replica.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { loadDemoCatalogue } from "#server/demo-catalogue.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { openReplicatedServer } from "#tests/support/database/replica.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const server = await openReplicatedServer();
afterAll(server.close);
const pool = openPool(server.primaryUrl);
const db = queriesOver(pool, pool);
await migrate(pool);
await loadDemoCatalogue(db);

let drop: (bookIds: string[] | null) => void = () => {};
const changes = await subscribeToCatalogueChanges(server.primaryUrl, (bookIds) => drop(bookIds), undefined, {
  askEveryMs: 100,
  answerMs: 30_000,
});
const replica = openReplica(server.replicaUrl, pool, changes.neededPosition);

const { services } = await openTestServices();
const imagesFolder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
const pages = await productionPages({
  services: { ...services, db, publicDb: replica.db },
  imagesFolder,
  standIns: [],
});
drop = pages.drop;
afterAll(async () => {
  await pages.close();
  await replica.close();
  await changes.close();
  await pool.end();
  await rm(imagesFolder, { recursive: true, force: true });
});
afterEach(() => server.resume().catch(() => {})); // It may already be stopped.

const textOf = async (path: string) => (await pages.fetch(new Request(services.settings.publicUrl + path))).text();

async function isReplica(on: Db): Promise<boolean> {
  const { rows } = await on.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`);
  return rows[0]!.is;
}

test("what everybody may read is read from the replica, in transactions too", async () => {
  await expect.poll(() => isReplica(replica.db)).toBe(true);
  await expect.poll(() => inTransaction(replica.db, isReplica)).toBe(true);
  expect(await isReplica(db)).toBe(false);
});

test("while the replica is behind what was heard, the database itself answers, and no page shows what was", async () => {
  await expect.poll(() => isReplica(replica.db)).toBe(true);
  expect(await textOf("/books/godan")).not.toContain("Changed while the replica was behind.");
  await server.pause();
  await db.execute(sql`update works set description = 'Changed while the replica was behind.' where id = 'godan'`);
  await expect.poll(() => textOf("/books/godan")).toContain("Changed while the replica was behind.");
  // The new page is cached, however often it is requested.
  for (let times = 0; times < 5; times += 1)
    expect(await textOf("/books/godan")).toContain("Changed while the replica was behind.");
  expect(await isReplica(replica.db)).toBe(false);
  await db.execute(sql`
    insert into authors (id, name, bio, image_url) values ('behind', 'A Writer Behind', 'Of whom the replica has not heard.', '')`);
  await expect.poll(() => textOf("/authors/behind")).toContain("Of whom the replica has not heard.");
  await server.resume();
  await expect.poll(() => isReplica(replica.db)).toBe(true);
  expect(await textOf("/books/godan")).toContain("Changed while the replica was behind.");
});

test("a replica that falls behind is left alone also when nothing is told of", async () => {
  await expect.poll(() => isReplica(replica.db)).toBe(true);
  await server.pause();
  await db.execute(sql`insert into jobs (name) values ('a-job-of-nobody')`);
  await expect.poll(() => isReplica(replica.db)).toBe(false);
});

test("a stopped replica is not used until it continues", async () => {
  await expect.poll(() => isReplica(replica.db)).toBe(true);
  await server.signalReplica("SIGSTOP");
  try {
    expect(await isReplica(replica.db)).toBe(false);
    expect(await isReplica(replica.db)).toBe(false);
    expect(await textOf("/search?q=godan")).toContain("/books/godan");
  } finally {
    await server.signalReplica("SIGCONT");
  }
  await expect.poll(() => isReplica(replica.db)).toBe(true);
});

test("a search answers from the replica, and from the database when the replica is gone", async () => {
  await expect.poll(() => isReplica(replica.db)).toBe(true);
  expect(await textOf("/search?q=godan")).toContain("/books/godan");
  await server.stopReplica();
  expect(await textOf("/search?q=godan")).toContain("/books/godan");
  expect(await textOf("/books/tomb-of-sand")).toContain("Tomb of Sand");
  expect(await isReplica(replica.db)).toBe(false);
});
