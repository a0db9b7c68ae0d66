import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isLockHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";
import { afterAll, expect, test } from "vitest";

import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { findFreePort } from "#db/free-port.ts";
import { count } from "#tests/support/sales/sale.ts";
import type { CreatePageHandler } from "./http/production-pages.ts";
import { readConfig } from "./config/config.ts";
import { openShop } from "./open-shop.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-open-shop-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a shop that closes stops its jobs while a slow request is still being answered", async () => {
  let answer: (() => void) | null = null;
  const pages: CreatePageHandler = async () => ({
    before: (_request, _response, next) => next(),
    fetch: () => new Promise((resolve) => (answer = () => resolve(new Response("slowly")))),
    drop: () => {},
    close: async () => {},
  });
  const port = await findFreePort();
  const shop = await openShop(readConfig({ ...settingsOf(testServices), DATA_DIR: folder, PORT: String(port) }), pages);
  let isAnswered = false;
  const asked = fetch(`http://127.0.0.1:${port}/`).then(async (response) => {
    isAnswered = true;
    return response.text();
  });
  await expect.poll(() => answer).not.toBeNull();
  const closed = shop.close();

  // Jobs that have not stopped take due runs within a second.
  let before: number | null = null;
  const haveStopped = async () => {
    const runs = await count(testServices.db, sql`select sum(runs) as count from jobs`);
    await testServices.db.execute(sql`update jobs set next_run_at = now()`);
    const isSame = runs === before;
    before = runs;
    return isSame;
  };
  await expect.poll(haveStopped, { interval: 2_000, timeout: 8_500 }).toBe(true);
  expect(isAnswered).toBe(false);
  answer!();
  expect(await asked).toBe("slowly");
  await closed;
});

test("a shop that answers a request says so, and imports give way to it", async () => {
  const pages: CreatePageHandler = async () => ({
    before: (_request, response) => void response.end("from memory"),
    fetch: async () => new Response("never asked"),
    drop: () => {},
    close: async () => {},
  });
  const port = await findFreePort();
  const shop = await openShop(readConfig({ ...settingsOf(testServices), DATA_DIR: folder, PORT: String(port) }), pages);
  const isServing = async () =>
    (await testServices.db.execute<{ is: boolean }>(sql`select ${isLockHeld(processLocks.serving)} as is`)).rows[0]!.is;
  await expect.poll(isServing).toBe(false);
  await fetch(`http://127.0.0.1:${port}/`);
  await expect.poll(isServing).toBe(true);
  await shop.close();
  await expect.poll(isServing).toBe(false);
});
