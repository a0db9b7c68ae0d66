/** Tests `npm run shop -- doctor`: what it finds in a shop, and its advice. */

import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, onTestFinished, test } from "vitest";

import { sql } from "#db/sql.ts";
import type { Finding } from "#shop/office/back-office/finding.ts";
import { readConfig } from "#server/config/config.ts";
import { examinePayments, judgeClock } from "#server/doctor/examine-partners.ts";
import { judgeRoom } from "#server/doctor/examine-disks.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { openS3Server, s3Keys } from "#tests/support/shop/s3-server.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db, mailbox } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-doctor-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const settings = { ...settingsOf(testServices), DATA_DIR: folder, SMTP_URL: mailbox.smtpUrl, BACKUP_DAYS: "14" };

/** Runs the doctor; returns its findings by subject. */
async function examine(change: Record<string, string> = {}): Promise<Record<string, Finding>> {
  const { out, error } = await runCommand(["doctor", "--json"], { ...settings, ...change });
  expect(error).toBe("");
  return Object.fromEntries((JSON.parse(out) as Finding[]).map((finding) => [finding.about, finding]));
}

/**
 * Starts a server that responds with `status` and `words`, or with 403 to requests without `authorization`; returns its
 * port.
 */
async function openServer(status: number, words: string, authorization?: string): Promise<string> {
  const server = createServer((request, response) => {
    const isKnown = authorization === undefined || request.headers.authorization === authorization;
    response.writeHead(isKnown ? status : 403).end(words);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return String((server.address() as AddressInfo).port);
}

test("a shop on one's own machine is told what is well and what to do next", async () => {
  const { exitCode, out } = await runCommand(["doctor", "--records"], {
    ...settings,
    PORT: await openServer(200, "ready"),
  });
  expect(exitCode).toBe(1);
  expect(out).toContain("well    Shop: It is open and ready.");
  expect(out).toContain("test    Razorpay: It accepts the keys, which are test keys: no real money is paid.");
  expect(out).toContain("well    Mail server: 127.0.0.1 accepts letters.");
  expect(out).toContain("well    Store of pictures: It can write, read and delete.");
  expect(out).toContain("well    Records: All records agree with each other.");
  expect(out).toMatch(/look {4}Desk: It has no owner yet\.\n {8}Make a link .*staff invite --owner/);
  expect(out).toMatch(
    /look {4}Backups: There is no backup in .*\n.*\n.*\n {8}Make one now: npm run shop -- backup make/,
  );
  expect(out).toMatch(/\n\n\d points need attention\.$/);
});

test("samples of the demonstration are well in a demonstration, and not where readers pay real money", async () => {
  const nowhere = `http://127.0.0.1:${await openServer(503, "")}`;
  const live = {
    RAZORPAY_KEY_ID: "rzp_live_Bookshop",
    RAZORPAY_KEY_SECRET: "a_secret_of_the_shop",
    RAZORPAY_WEBHOOK_SECRET: "another_secret",
    RAZORPAY_API_BASE: nowhere,
    GOOGLE_CLIENT_ID: "1234-bookshop.apps.googleusercontent.com",
    GOOGLE_CLIENT_SECRET: "a_secret_of_google",
    GOOGLE_ISSUER: nowhere,
  };
  expect((await examine()).Catalogue).toMatchObject({ state: "well" });
  expect((await examine(live)).Catalogue).toMatchObject({
    state: "broken",
    words: expect.stringMatching(/can buy \d+ demonstration books/),
    command: "Remove all of the demonstration: npm run shop -- demo remove",
  });
});

test("what fails is said in words, with what to do", async () => {
  await db.execute(
    sql`insert into outbox (kind, to_address, facts, state) values ('newsletter-welcome', 'a@b.test', '{}', 'dead')`,
  );
  await db.execute(sql`
    insert into jobs (name, failures_in_a_row, failures, last_error, next_run_at)
    values ('letters', 3, 3, 'Connection refused.', now())`);
  const found = await examine({
    PORT: await openServer(503, "The database is unavailable."),
    RAZORPAY_KEY_SECRET: "of another shop",
    SMTP_URL: "smtp://127.0.0.1:9",
  });
  expect(found.Shop).toMatchObject({ state: "broken", words: "It is open, and says: The database is unavailable." });
  expect(found.Razorpay).toMatchObject({ state: "broken", operator: expect.stringContaining("RAZORPAY_KEY_SECRET") });
  expect(found["Mail server"]).toMatchObject({ state: "broken", words: expect.stringContaining("ECONNREFUSED") });
  expect(found.Letters).toMatchObject({ state: "look", words: expect.stringMatching(/^1 letter could not be sent/) });
  expect(found["Background jobs"]).toMatchObject({ words: "1 job fails; letters: Connection refused." });
});

test("a nightly backup that failed once is noticed, as it is tried again in hours", async () => {
  await db.execute(sql`delete from jobs`);
  await db.execute(
    sql`insert into jobs (name, failures_in_a_row, failures, last_error) values ('backup', 1, 1, 'No room.')`,
  );
  expect((await examine())["Background jobs"]).toMatchObject({ words: "1 job fails; backup: No room." });
});

test("every payment provider is asked, and the clock is compared once", async () => {
  const { services } = testServices;
  const [razorpay] = services.paymentProviders;
  const other = { ...razorpay, name: "Other", listRefundsSince: () => Promise.reject(new Error("No answer.")) };
  const config = readConfig(settings);
  const found = await examinePayments({ ...services, paymentProviders: [other, razorpay, razorpay] }, config);
  const states = found.map(({ about, state }) => `${about}: ${state}`);
  expect(states).toEqual(["Other: broken", "Razorpay: test", "Razorpay: test", "Clock: well"]);
});

test("payments without a webhook are noticed", async () => {
  expect((await examine())["Webhooks of Razorpay"]).toMatchObject({ state: "well" });
  await setStock(db, "godan", 2);
  await paidOrder(testServices, "somebody", { godan: 1 });
  await db.execute(sql`delete from webhook_events`);
  await db.execute(sql`update payments set created_at = created_at - interval '1 hour'`);
  expect((await examine())["Webhooks of Razorpay"]).toMatchObject({
    state: "broken",
    advice: expect.stringContaining("/webhooks/razorpay"),
  });
});

test("a public address that leads elsewhere, and trying-out that readers would meet, are noticed", async () => {
  const found = await examine({ PUBLIC_URL: "https://shop.invalid", ALLOW_TEST_PAYMENTS: "yes" });
  expect(found["Public address"]).toMatchObject({ state: "look" });
  expect(found["Sign-in"]).toMatchObject({ state: "broken" });
  expect(found.Desk).toMatchObject({ state: "look", words: expect.stringContaining("DESK_URL") });
});

test("where there is no shop yet none is made", async () => {
  const nowhere = join(folder, "nowhere");
  const { out } = await runCommand(["doctor"], { ...settings, DATABASE_URL: "", DATA_DIR: nowhere });
  expect(out).toMatch(/look {4}Database: It has no shop yet\.\n {8}The first start makes one: npm start/);
  expect(existsSync(nowhere)).toBe(false);
});

test("without a database, the other findings are still reported", async () => {
  const found = await examine({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" });
  expect(found.Database).toMatchObject({ state: "broken", words: expect.stringContaining("cannot be reached") });
  expect(found.Shop).toMatchObject({ state: "look" });
});

test("a pooler, a replica and a CDN are examined where they are set, and each says what is wrong with it alone", async () => {
  expect(await examine()).not.toHaveProperty("Pooler");
  const gone = "postgres://nobody@127.0.0.1:9/none";
  const pooled = { DATABASE_DIRECT_URL: testServices.url };
  const broken = await examine({
    ...pooled,
    DATABASE_URL: gone,
    DATABASE_READ_URL: gone,
    CDN_PURGE_URL: `http://127.0.0.1:${await openServer(503, "")}/`,
  });
  expect(broken.Database).toMatchObject({ state: "well" });
  expect(broken.Pooler).toMatchObject({ state: "broken", advice: expect.stringContaining("PgBouncer") });
  expect(broken.Replica).toMatchObject({ state: "look", words: expect.stringContaining("ECONNREFUSED") });
  expect(broken.CDN).toMatchObject({ state: "look", words: "Purging failed: it answered 503." });

  const secret = "the-secret-of-this-shop";
  const cdn = { CDN_PURGE_URL: `http://127.0.0.1:${await openServer(200, "", `Bearer ${secret}`)}/` };
  const fine = await examine({
    ...pooled,
    ...cdn,
    DATABASE_READ_URL: testServices.url,
    CDN_PURGE_SECRET: secret,
  });
  expect(fine.Pooler).toMatchObject({ state: "well" });
  expect(fine.Replica).toMatchObject({ state: "look", words: expect.stringContaining("is no replica") });
  expect(fine.CDN).toMatchObject({ state: "well" });

  expect((await examine(cdn)).CDN).toMatchObject({
    state: "look",
    words: "Purging failed: it wants a secret, and CDN_PURGE_SECRET is not set (it answered 403).",
  });
  expect((await examine({ ...cdn, CDN_PURGE_SECRET: "the-secret-of-another-shop" })).CDN).toMatchObject({
    state: "look",
    words: "Purging failed: it refuses CDN_PURGE_SECRET (it answered 403).",
    advice: expect.stringContaining("CDN_PURGE_SECRET"),
  });
});

test.each([
  [0.2e9, "broken"],
  [1e9, "look"],
  [50e9, "well"],
])("%d free bytes are %s", (bytes, state) => {
  expect(judgeRoom("Disk of the shop", bytes).state).toBe(state);
});

test.each([
  ["Mon, 23 Nov 2026 10:00:30 GMT", "well"],
  ["Mon, 23 Nov 2026 10:01:30 GMT", "broken"],
  [null, "well"],
  ["a while ago", "well"],
])("a clock that reads ten o'clock when it is %s is %s", (given, state) => {
  expect(judgeClock(new Date("2026-11-23T10:00:00Z"), given).state).toBe(state);
});

test("backups in a bucket, and those that another shop on this database made, are told of", async () => {
  const s3 = await openS3Server("our-backups");
  const bucket = {
    BACKUP_FOLDER: "s3://our-backups",
    BACKUP_S3_ENDPOINT: new URL(s3.url).origin,
    BACKUP_S3_REGION: s3Keys.region,
    BACKUP_S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    BACKUP_RECIPIENT: "none",
  };
  expect((await examine(bucket)).Backups).toMatchObject({
    words: expect.stringContaining("no backup in s3://our-backups"),
  });
  await runCommand(["backup", "make"], { ...settings, ...bucket });
  expect((await examine(bucket)).Backups).toMatchObject({
    state: "well",
    words: expect.stringMatching(/^1 backup in s3:\/\/our-backups; the newest is of /),
  });
  expect((await examine()).Backups).toMatchObject({
    words: expect.stringMatching(/^Another process of the shop made the newest, in s3:\/\/our-backups; it is of /),
  });
  s3.fails.status = 403;
  expect((await examine(bucket)).Backups).toMatchObject({
    state: "broken",
    words: "The store of the backups answered 403 (InternalError).",
    operator: expect.stringContaining("BACKUP_S3_"),
  });
});
