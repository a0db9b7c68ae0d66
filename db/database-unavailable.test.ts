import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { openPool } from "./connect.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { findFreePort } from "./free-port.ts";

/** The error of a statement at this address; null if it succeeds. */
async function errorAt(url: string, statement = "select 1"): Promise<unknown> {
  const pool = openPool(url, 1);
  onTestFinished(() => pool.end());
  return pool.query(statement).then(
    () => null,
    (error: unknown) => error,
  );
}

test("refused, cut and terminated connections count as an unavailable database", async () => {
  const port = await findFreePort();
  expect(isDatabaseUnavailable(await errorAt(`postgres://endpaper@127.0.0.1:${port}/endpaper`))).toBe(true);

  // The embedded database's socket is a file that disappears with it; an unknown host name has no address.
  expect(
    isDatabaseUnavailable(await errorAt("postgres://endpaper@127.0.0.1:1/endpaper?host=%2Fno%2Fsuch%2Ffolder")),
  ).toBe(true);
  expect(isDatabaseUnavailable(await errorAt("postgres://endpaper@database.invalid/endpaper"))).toBe(true);
  expect(isDatabaseUnavailable(await readFile("/no/such/file").catch((error: unknown) => error))).toBe(false);

  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const cut = (server.address() as AddressInfo).port;
  expect(isDatabaseUnavailable(await errorAt(`postgres://endpaper@127.0.0.1:${cut}/endpaper`))).toBe(true);

  const url = inject("templateUrl").replace(/\/[^/]*$/, "/postgres");
  const stopped = await errorAt(url, "select pg_terminate_backend(pg_backend_pid())");
  expect(isDatabaseUnavailable(stopped)).toBe(true);
});

test("a statement that takes too long, and a server that only reads, are away", async () => {
  const url = inject("templateUrl").replace(/\/[^/]*$/, "/postgres");
  expect(isDatabaseUnavailable(await errorAt(url, "set statement_timeout = 20; select pg_sleep(9)"))).toBe(true);
  expect(isDatabaseUnavailable(await errorAt(url, "begin read only; create table x ()"))).toBe(true);
});

test("a statement that is wrong, a rule that is broken, and any other fault, are not", async () => {
  const url = inject("templateUrl").replace(/\/[^/]*$/, "/postgres");
  const wrong = await errorAt(url, "select from nowhere");
  expect(wrong).toBeInstanceOf(pg.DatabaseError);
  expect(
    [wrong, await errorAt(url, "select 1 / 0"), new Error("x"), new TypeError("fetch failed"), null].map(
      isDatabaseUnavailable,
    ),
  ).toEqual(Array.from({ length: 5 }, () => false));
});

test("a lock that somebody holds for too long is a database that is away", async () => {
  const url = inject("templateUrl").replace(/\/[^/]*$/, "/postgres");
  const holder = openPool(url, 1);
  onTestFinished(() => holder.end());
  await holder.query("select pg_advisory_lock(4600)");
  expect(isDatabaseUnavailable(await errorAt(url, "set lock_timeout = 20; select pg_advisory_lock(4600)"))).toBe(true);
});
