/** Tests of `backup` commands: make, list, restore, keys, and backups in a bucket. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";

import { sql } from "#db/sql.ts";
import { readConfig } from "#server/config/config.ts";
import { createCredentials } from "#server/credentials.ts";
import { storeCandidate, useCandidate } from "#shop/office/credentials/stored-credentials.server.ts";
import { createFolderStore } from "#shop/catalogue/pictures/folder-store.server.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openS3Server, s3Keys } from "#tests/support/shop/s3-server.ts";
import { auditLogTexts } from "#tests/support/desk/desk.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-backups-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const env = { ...settingsOf(testServices), DATA_DIR: folder };
const run = (args: string, more: Record<string, string> = {}) =>
  runCommand(["backup", ...args.split(" ")], { ...env, ...more });

/** Creates an empty database for one test and returns its address. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = new URL(inject("templateUrl"));
  url.pathname = "/postgres";
  const owner = new pg.Client({ connectionString: url.toString() });
  await owner.connect();
  await owner.query(`create database ${name}`);
  afterAll(async () => {
    await owner.query(`drop database ${name} with (force)`);
    await owner.end();
  });
  url.pathname = `/${name}`;
  return url.toString();
}

test("a backup is made, listed, encrypted, and restored with its key into an empty database", async () => {
  expect((await run("list")).out).toContain(`There is no backup in ${join(folder, "backups")} yet.`);
  const { key, recipient } = JSON.parse((await run("key --json")).out) as { key: string; recipient: string };
  const made = JSON.parse((await run("make --json", { BACKUP_RECIPIENT: recipient })).out) as { file: string };
  expect((await run("list")).out).toContain(made.file);
  expect((await auditLogTexts(testServices, 1))[0]).toBe("Made a backup of all records.");

  const keyFile = join(folder, "key.txt");
  await writeFile(keyFile, `# the key of our shop\n${key}\n`);
  const DATABASE_URL = await emptyDatabase();
  expect(await run(`restore ${made.file}`, { DATABASE_URL })).toMatchObject({
    exitCode: 2,
    error: "This backup is encrypted. Give its key: --key FILE",
  });
  expect(await run(`restore ${made.file} --key ${keyFile}`, { DATABASE_URL })).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^Restored: 403 books, .*\nAll records agree with each other\.\n/),
  });
  expect(await run(`restore ${made.file} --key ${keyFile}`, { DATABASE_URL })).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("There is a shop in this database already."),
  });
});

test("a backup that is made without pictures of covers says so", async () => {
  const picture = "p_00000000000000000001";
  const { db } = testServices;
  await db.execute(sql`
    insert into cover_images (id, width, height, paper, source, is_stored, created_at)
    values (${picture}, 200, 300, '#ffffff', 'it.jpg', true, now())`);
  await db.execute(sql`update books set cover_image_id = ${picture} where id = 'godan'`);
  const made = await run(`make ${join(folder, "without.tar.zst")}`);
  await db.execute(sql`update books set cover_image_id = null where id = 'godan'`);
  expect([made.exitCode, made.out]).toEqual([
    1,
    expect.stringContaining("The picture store has lost files of 1 cover, so the backup does not include them."),
  ]);
});

test("errors are reported in sentences", async () => {
  const nothing = join(folder, "nothing.txt");
  await writeFile(nothing, "no key");
  const DATABASE_URL = await emptyDatabase();
  for (const [args, words] of [
    ["make", "There is no shop yet in this database."],
    ["restore /no/such/file", "There is no file /no/such/file."],
    [`restore ${nothing}`, "The backup is damaged or cut off. Nothing was restored."],
    [`restore ${nothing} --key ${nothing}`, "contains no backup key"],
    [`restore ${nothing} --key /no/such/key`, "/no/such/key cannot be read"],
  ] as const) {
    const answer = await run(args, { DATABASE_URL });
    expect([answer.exitCode, answer.error], args).toEqual([2, expect.stringContaining(words)]);
  }
});

test("a bucket has backups that only the key opens, and gives them back", async () => {
  const s3 = await openS3Server("our-backups");
  const bucket = {
    BACKUP_FOLDER: "s3://our-backups/shop/",
    BACKUP_S3_ENDPOINT: new URL(s3.url).origin,
    BACKUP_S3_REGION: s3Keys.region,
    BACKUP_S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
  };
  const { key, recipient } = JSON.parse((await run("key --json", bucket)).out) as { key: string; recipient: string };
  expect(await run("make", bucket)).toMatchObject({ exitCode: 2, error: expect.stringContaining("BACKUP_RECIPIENT") });
  expect(await run("make s3://our-backups/once", { ...bucket, BACKUP_FOLDER: "" })).toMatchObject({ exitCode: 2 });
  expect(s3.objects.size).toBe(0);
  const set = { ...bucket, BACKUP_RECIPIENT: recipient };
  expect((await run("make", set)).out).toMatch(
    /^s3:\/\/our-backups\/shop\/endpaper-.*\.age: .* MB\. It is encrypted\.$/,
  );
  const [listed] = JSON.parse((await run("list --json", set)).out) as { file: string; bytes: number }[];
  expect(listed).toMatchObject({ file: expect.stringMatching(/^s3:.*age$/), bytes: expect.any(Number) });

  const keyFile = join(folder, "key-of-bucket.txt");
  await writeFile(keyFile, key);
  // A restore on a new machine has only the settings of the bucket, not those of the shop.
  const DATABASE_URL = await emptyDatabase();
  expect(await run(`restore ${listed!.file} --key ${keyFile}`, { ...bucket, DATABASE_URL })).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^Restored: 403 books, .*\nAll records agree with each other\.\n/),
  });
  const none = await run("restore s3://our-backups/shop/endpaper-2020-01-01.tar.zst.age", { ...bucket, DATABASE_URL });
  expect(none.error).toBe("There is no backup s3://our-backups/shop/endpaper-2020-01-01.tar.zst.age.");
  s3.fails.status = 403;
  for (const args of ["list", "make"])
    expect(await run(args, set)).toMatchObject({ exitCode: 2, error: expect.stringContaining("answered 403") });
  s3.fails.status = null;
  expect((await run("make", { ...bucket, BACKUP_RECIPIENT: "none" })).out).toContain("It is not encrypted");
});

test("the place that an owner chose at the desk is listed and examined, if the database answers", async () => {
  const { db } = testServices;
  const s3 = await openS3Server("chosen-backups");
  const { recipient } = JSON.parse((await run("key --json")).out) as { recipient: string };
  const sealed = await createCredentials(() => readConfig(env), "").seal("backup", {
    BACKUP_FOLDER: "s3://chosen-backups/shop",
    BACKUP_RECIPIENT: recipient,
    BACKUP_S3_ENDPOINT: new URL(s3.url).origin,
    BACKUP_S3_REGION: s3Keys.region,
    BACKUP_S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
  });
  await storeCandidate(db, "backup", sealed, new Date());
  await useCandidate(db, "backup", sealed);
  onTestFinished(async () => void (await db.execute(sql`delete from credentials`)));
  const { file } = JSON.parse((await run("make --json")).out) as { file: string };
  expect(file).toMatch(/^s3:\/\/chosen-backups\/shop\//);
  expect((await run("list")).out).toContain(file);
  expect((await runCommand(["doctor"], env)).out).toContain("Backups: 1 backup in s3://chosen-backups/shop;");
  const unanswered = await run("list", { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" });
  expect([unanswered.exitCode, unanswered.out]).toEqual([0, expect.not.stringContaining("s3:")]);
});

test("a backup restored into a folder that is not there yet is the same shop, with its pictures", async () => {
  const picture = "p_0123456789abcdef0123";
  const covers = join(folder, "covers-of-the-shop");
  await createFolderStore(covers).put(`${picture}-160.webp`, Buffer.from("a picture"));
  await testServices.db.execute(sql`
    insert into cover_images (id, width, height, paper, source, is_stored, created_at)
    values (${picture}, 200, 300, '#ffffff', 'it.jpg', true, now())`);
  await setStock(testServices.db, "godan", 10);
  const order = await paidOrder(testServices, "somebody", { godan: 2 });
  const file = join(folder, "whole.tar.zst");
  expect(await run(`make ${file}`, { COVERS_FOLDER: covers })).toMatchObject({ exitCode: 0 });

  const { folder: place, remove } = await makeDataFolder();
  afterAll(remove);
  const embedded = { DATABASE_URL: "", DATA_DIR: join(place, "fresh") };
  const restored = await run(`restore ${file}`, embedded);
  expect(restored).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/1 order, .*1 picture file\.\nAll records agree/s),
  });
  const restoredCovers = createFolderStore(join(embedded.DATA_DIR, "covers"));
  expect(String(await restoredCovers.get(`${picture}-160.webp`))).toBe("a picture");
  const exported = join(folder, "orders.csv");
  const written = await runCommand(["export", "orders", "--file", exported], { ...env, ...embedded });
  expect(written).toMatchObject({ exitCode: 0, out: `${exported}: 1 line.` });
  expect(await readFile(exported, "utf8")).toContain(order.number);
  expect(await run(`restore ${file}`, embedded)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("There is a shop in this database already."),
  });
});
