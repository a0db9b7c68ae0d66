/** Tests of making, encrypting and restoring backups, and of the nightly job. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";

import { generateX25519Identity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { createFolderStore } from "#shop/catalogue/pictures/folder-store.server.ts";
import { readPictures } from "#shop/catalogue/pictures/read-pictures.server.ts";
import { readRows, readSchema } from "#tests/support/database/read-schema.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { backupFileAt, openBackupLocation } from "#server/backup/open-backup-place.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { createBackupJob, listBackups } from "#server/backup/nightly.ts";
import { restoreBackup as restoreFile, type RestoreTarget } from "#server/backup/restore-backup.ts";

const folder = await mkdtemp(join(tmpdir(), "endpaper-backup-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const testServices = await openTestServices();
const { db, pool, url, services } = testServices;
await setStock(db, "godan", 10);
await paidOrder(testServices, "somebody", { godan: 2 });
const picture = "p_0123456789abcdef0123";
await db.execute(sql`
  insert into cover_images (id, width, height, paper, source, is_stored, created_at)
  values (${picture}, 200, 300, '#ffffff', 'it.jpg', true, now())`);
const coverStore = createFolderStore(join(folder, "covers"));
await coverStore.put(`${picture}-160.webp`, Buffer.from("a picture"));
const source = { url, pictures: () => readPictures({ db, coverStore }), recipient: null as string | null };

async function backUp(name: string, recipient: string | null = null): Promise<string> {
  const file = join(folder, name);
  await makeBackup({ ...source, pictures: source.pictures(), recipient }, backupFileAt(file, null));
  return file;
}

const restoreBackup = (file: string, target: RestoreTarget) => restoreFile(backupFileAt(file, null), target);

/** An empty database of this test's own, and an empty store of pictures. */
async function emptyShop() {
  const name = `empty_${crypto.randomUUID().replaceAll("-", "")}`;
  const server = new URL(inject("templateUrl"));
  server.pathname = "/postgres";
  const owner = new pg.Client({ connectionString: server.toString() });
  await owner.connect();
  await owner.query(`create database ${name}`);
  server.pathname = `/${name}`;
  const ownerUrl = server.toString();
  const pool = openPool(ownerUrl, 3);
  afterAll(async () => {
    await pool.end();
    await owner.query(`drop database ${name} with (force)`);
    await owner.end();
  });
  return { ownerUrl, pool, db: queriesOver(pool, pool), coverStore: createFolderStore(join(folder, name)), key: null };
}

test("a backup restored into an empty database is the same shop: rows, pictures, rules; and it sells on", async () => {
  const file = await backUp("whole.tar.zst");
  const before = await readRows(pool);
  const target = await emptyShop();
  const { rows, pictures } = await restoreBackup(file, target);
  expect(await readRows(target.pool)).toEqual(before);
  expect(await readSchema(target.pool)).toEqual(await readSchema(pool));
  expect(rows.orders).toBe(1);
  expect([pictures, String(await target.coverStore.get(`${picture}-160.webp`))]).toEqual([1, "a picture"]);
  expect(await findBreaches(target.db)).toEqual([]);
  await setStock(target.db, "godan", 10);
  await paidOrder({ ...testServices, db: target.db, services: { ...services, db: target.db } }, "another", {
    godan: 1,
  });
});

test("a backup and its restore may take longer than a statement of the shop's role", async () => {
  const limit = async (of: typeof db, words: string) => {
    const { rows } = await of.execute<{ name: string }>(sql`select current_database() as name`);
    await of.execute(sql.raw(`alter database "${rows[0]!.name}" ${words}`));
  };
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await limit(db, "set statement_timeout = '50ms'");
  await holder.query("begin");
  await holder.query("lock table books in access exclusive mode");
  const made = backUp("slow.tar.zst");
  made.catch(() => {}); // reported by the assertions below
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and query ilike 'copy%books%'
      and wait_event_type = 'Lock' and clock_timestamp() > query_start + interval '200 ms'`;
  await Promise.race([made, expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1)]);
  await holder.end();
  const file = await made;
  await limit(db, "reset statement_timeout");
  const target = await emptyShop();
  await limit(target.db, "set statement_timeout = '50ms'");
  const { rows } = await restoreBackup(file, target);
  expect(rows.orders).toBe(1);
});

test("a backup is a tar archive, which other programs read, and nobody else's to read", async () => {
  const file = await backUp("plain.tar.zst");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const archive = join(folder, "plain.tar");
  await writeFile(archive, zstdDecompressSync(await readFile(file)));
  const { stdout, status } = spawnSync("tar", ["-tf", archive], { encoding: "utf8" });
  const names = stdout.trim().split("\n");
  expect(status).toBe(0);
  expect(names[0]).toBe("dump.json");
  expect(names).toContain("tables/orders/000001");
  expect(names).toContain(`pictures/${picture}-160.webp`);
  expect(names.at(-1)).toBe("dump-end.json");
});

test("an encrypted backup needs its own key", async () => {
  const key = await generateX25519Identity();
  const file = await backUp("secret.tar.zst.age", await identityToRecipient(key));
  expect((await readFile(file)).toString("latin1")).toMatch(/^age-encryption\.org\/v1\n/);
  const target = await emptyShop();
  await expect(restoreBackup(file, target)).rejects.toThrow("This backup is encrypted.");
  await expect(restoreBackup(file, { ...target, key: await generateX25519Identity() })).rejects.toThrow(
    "This key does not open the backup",
  );
  await expect(restoreBackup(file, { ...target, key: "no key" })).rejects.toThrow("This is not a backup key");
  expect((await restoreBackup(file, { ...target, key })).rows.orders).toBe(1);
});

test("a backup that is cut off or damaged, and a file that is none, restore nothing", async () => {
  const key = await generateX25519Identity();
  const plain = await readFile(await backUp("sound.tar.zst"));
  const encrypted = await readFile(await backUp("sound.tar.zst.age", await identityToRecipient(key)));
  const target = { ...(await emptyShop()), key };
  const file = join(folder, "unsound");
  const refuses = async (bytes: Uint8Array, name: string) => {
    await writeFile(file, bytes);
    await expect(restoreBackup(file, target), name).rejects.toThrow(/damaged|cut off/);
  };
  for (const whole of [plain, encrypted]) {
    await refuses(whole.subarray(0, whole.length - 100), "its end is missing");
    await refuses(whole.subarray(0, whole.length / 2), "half of it is missing");
    for (let part = 1; part < 24; part += 1) {
      const damaged = Buffer.from(whole);
      damaged[Math.floor((whole.length * part) / 24)]! ^= 0xff;
      await refuses(damaged, `damaged after ${part} of 24 parts`);
    }
  }
  await refuses(Buffer.from("This is a letter."), "text");
  await refuses(Buffer.alloc(0), "empty");
  const { rows } = await target.db.execute<{ tables: string }>(
    sql`select count(*)::text as tables from pg_class where relnamespace = 'public'::regnamespace`,
  );
  expect(rows[0]!.tables).toBe("0");
  expect(await readdir(join(folder, new URL(target.ownerUrl).pathname)).catch(() => [])).toEqual([]);
  await expect(restoreBackup(join(folder, "nowhere"), await emptyShop())).rejects.toThrow("There is no file");
});

test("a restore never overwrites a shop", async () => {
  const file = await backUp("over.tar.zst");
  const before = await readRows(pool);
  await expect(restoreBackup(file, { ownerUrl: url, coverStore, key: null })).rejects.toThrow(
    "There is a shop in this database",
  );
  expect(await readRows(pool)).toEqual(before);
});

test("a backup that cannot be finished leaves nothing behind", async () => {
  const file = join(folder, "broken", "x.tar.zst");
  async function* pictures() {
    yield { name: "one", bytes: Buffer.from("1") };
    throw new Error("The store is away.");
  }
  await expect(makeBackup({ ...source, pictures: pictures() }, backupFileAt(file, null))).rejects.toThrow(
    "The store is away.",
  );
  expect(await readdir(join(folder, "broken"))).toEqual([]);
});

test("every night has one backup from the second day on; old ones go, the newest three stay", async () => {
  const nights = join(folder, "nights");
  const place = openBackupLocation(nights, null);
  const config = { folder: nights, s3: null, days: 14, recipient: null, isUnencryptedAllowed: false };
  const job = createBackupJob(url, () => config);
  const opened = Date.now();
  const run = (hours: number) => job.run({ ...services, coverStore, now: () => new Date(opened + hours * 3_600_000) });
  await run(1);
  expect(await listBackups(place)).toEqual([]);
  await run(25);
  // Half an hour later may be the next night; within one night there is only one backup.
  await run(25);
  expect(await listBackups(place)).toHaveLength(1);
  await run(49);
  await run(73);
  expect(await listBackups(place)).toHaveLength(3);
  await run(24 * 30);
  expect(await listBackups(place)).toHaveLength(3);
  await run(24 * 31);
  const kept = await listBackups(place);
  expect(kept).toHaveLength(3);
  expect(kept.map(({ day }) => day)).toEqual(kept.map(({ day }) => day).toSorted());
});

test("several shops on one database make one backup a night, and each removes what is old in its own place", async () => {
  await db.execute(sql`delete from made_backups`);
  const places = ["one", "other"].map((name) => openBackupLocation(join(folder, name), null));
  const [one, other] = places.map((place) => {
    const job = createBackupJob(url, () => ({ folder: place.at, s3: null, days: 14, recipient: null }));
    return {
      run: (hours: number) => job.run({ ...services, coverStore, now: () => new Date(opened + hours * 3_600_000) }),
      days: async () => (await listBackups(place)).map(({ day }) => day),
    };
  });
  const opened = Date.now();
  const old = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"];
  await mkdir(places[1]!.at);
  for (const day of old) await writeFile(join(places[1]!.at, `endpaper-${day}.tar.zst`), "");
  await writeFile(join(places[1]!.at, "endpaper-2026-01-05.tar.zst.part"), "what a machine left that stopped");

  await one!.run(25);
  await other!.run(25);
  await one!.run(25);
  expect(await one!.days()).toHaveLength(1);
  expect(await readdir(places[1]!.at)).toEqual(old.slice(1).map((day) => `endpaper-${day}.tar.zst`));
  await other!.run(49);
  await one!.run(49);
  expect(await one!.days()).toHaveLength(1);
  expect(await other!.days()).toEqual([...old.slice(2), expect.stringMatching(/^20/)]);
  const { rows: made } = await db.execute<{ place: string }>(sql`select place from made_backups order by night`);
  expect(made.map(({ place }) => place)).toEqual(places.map(({ at }) => `${at} on ${hostname()}`));
});
