/** A shop behind PgBouncer: sales, imports and jobs work, and settings or limits that are missing are reported. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, expect, inject, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { buyOne, type StorePolicies } from "#tests/support/sales/buying-reader.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { openOutsideRazorpay } from "#tests/support/shop/outside-razorpay.ts";
import { settingsIn } from "#tests/support/shop/settings-in.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { startPgBouncer } from "./pgbouncer.ts";

const { db, url } = await openTestDatabase();
const { folder, remove } = await makeDataFolder();
afterAll(remove);

/** The address of the test database through the run's pooler. */
function pooled(): string {
  const changed = new URL(inject("pooler")!.url);
  changed.pathname = new URL(url).pathname;
  return changed.toString();
}

test("a shop behind PgBouncer sells to several readers at once, takes in a file and does its jobs", async () => {
  const port = await findFreePort();
  const razorpay = await openOutsideRazorpay(port);
  const settings = {
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: pooled(),
    DATABASE_DIRECT_URL: url,
    ...razorpay.settings,
  };
  const shop = startChildShop(settings);
  await shop.opened;

  for (const path of ["/", "/books/godan", "/categories/fiction", "/search?q=godan", "/cart", "/robots.txt"])
    expect((await fetch(shop.url + path)).status, path).toBeLessThan(500);
  const desk = await fetch(`http://127.0.0.1:${port}/`, {
    headers: { host: `desk.localhost:${port}` },
    redirect: "manual",
  });
  expect(desk.status).toBeLessThan(400);

  const policies: StorePolicies = { placed: new Set(), paid: new Set(), cutOff: 0 };
  const books = ["the-shadow-lines", "the-god-of-small-things", "nineteen-eighty-four", "heart-lamp", "malgudi-days"];
  await Promise.all(
    books.map(async (book) => {
      for (let times = 0; times < 3; times += 1)
        await buyOne({ url: shop.url, razorpay, policies, untilOpen: async () => {} }, book);
    }),
  );
  expect(policies.paid.size, shop.output()).toBe(15);

  // The import must purge a cached page.
  const page = () => fetch(`${shop.url}/books/godan`).then((answer) => answer.text());
  expect(await page()).not.toContain("₹777");
  const file = join(folder, "prices.csv");
  await writeFile(file, "isbn,title,author,price,mrp\n9780306406157,A Book Through a Pooler,A Writer,777,777\n");
  const imported = await runShop(["import", file], settings);
  expect(imported.said).toContain("1");
  expect(imported.code, imported.said).toBe(0);
  await db.execute(sql`update books set mrp_paise = 77700, price_paise = 77700 where id = 'godan'`);
  await expect.poll(page, { timeout: 30_000 }).toContain("₹777");

  await expect
    .poll(async () => (await db.execute(sql`select name from jobs where failures > 0 or runs = 0`)).rows, {
      timeout: 60_000,
    })
    .toEqual([]);
  await razorpay.standIn.settled();
  expect(await findBreaches(db)).toEqual([]);
  expect(await shop.stop()).toBe(0);
  expect(shop.output()).not.toMatch(/prepared statement|without limits|failed/);
  razorpay.close();
});

test("a shop with only the pooler's address reports the missing settings", async () => {
  const shop = startChildShop({ PORT: String(await findFreePort()), DATA_DIR: folder, DATABASE_URL: pooled() });
  expect(await shop.ended).toBe(1);
  expect(shop.output()).toContain("set DATABASE_DIRECT_URL to it");
  expect(shop.output()).not.toContain(new URL(url).password);
});

test("a shop opens with the settings of deploy/shop.env, once addresses, passwords and keys are filled in", async () => {
  const text = await readFile(join(import.meta.dirname, "..", "..", "deploy", "shop.env"), "utf8");
  const settings = settingsIn(text);
  // Ports as in the files of `deploy`: PgBouncer, and HAProxy for the primary and for replicas.
  const placeOf: Record<string, string> = { 6432: pooled(), 5000: url, 5001: url };
  for (const [name, value] of Object.entries(settings))
    if (name.startsWith("DATABASE_")) settings[name] = placeOf[new URL(value).port]!;
  const port = await findFreePort();
  const shop = startChildShop({
    ...settings,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: folder,
    ALLOW_TEST_PAYMENTS: "yes",
    BACKUP_S3_ACCESS_KEY_ID: "sample",
    BACKUP_S3_SECRET_ACCESS_KEY: "sample-secret",
    BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()),
  });
  await shop.opened;
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status, shop.output()).toBe(200);
  await shop.stop();
});

test("a pooler whose role has no limits is told of, with the statements that give it some", async () => {
  const bare = await startPgBouncer(url);
  const shop = startChildShop({
    PORT: String(await findFreePort()),
    DATA_DIR: folder,
    DATABASE_URL: bare.pooled(url),
    DATABASE_DIRECT_URL: url,
  });
  await shop.opened;
  const asRole = `alter role "${new URL(url).username}" set `;
  for (const limit of ["statement_timeout = '10s'", "lock_timeout = '5s'"])
    expect(shop.output()).toContain(asRole + limit);
  const { rows } = await db.execute(sql`select current_setting('statement_timeout') as limit`);
  expect(rows).toEqual([{ limit: "10s" }]);
  await shop.stop();
  await bare.close();
});

async function runShop(args: string[], settings: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", "..", "cli", "shop.ts"), ...args], {
    env: { PATH, HOME, NODE_ENV: "production", ...settings },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, "close");
  return { code, said };
}
