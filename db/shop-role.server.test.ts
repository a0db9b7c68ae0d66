import { rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";

import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { startEmbedded, type EmbeddedServer } from "./embedded.ts";
import { migrateAsOwner } from "./migrate.ts";

let folder: string;
let remove: () => Promise<void>;
let server: EmbeddedServer;
const start = () => startEmbedded({ dataDir: folder, report: () => {}, isDurable: false });

beforeAll(async () => {
  ({ folder, remove } = await makeDataFolder());
  server = await start();
  await migrateAsOwner(server);
});
afterAll(async () => {
  await server.stopIfUnused();
  await remove();
});

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The statements that a running shop needs. */
async function worksAsTheShop() {
  await ask(server.url, "insert into authors (id, name, bio, image_url) values ('role-test', 'A', 'B', '/x')");
  await ask(server.url, "update authors set name = 'C' where id = 'role-test'");
  expect(await ask(server.url, "delete from authors where id = 'role-test' returning name")).toEqual([{ name: "C" }]);
  await ask(server.url, "listen catalogue_changed");
  expect(await ask(server.url, "select pg_try_advisory_lock(7) as got")).toEqual([{ got: true }]);
}

test("the shop's role is no superuser and makes no roles, databases or replicas", async () => {
  const [role] = await ask(server.url, "select * from pg_roles where rolname = current_user");
  expect(role).toMatchObject({
    rolname: "endpaper_shop",
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
  });
});

test("whoever gets a statement of theirs into the shop's queries changes no table and runs no program", async () => {
  for (const statement of [
    "create table mine (id int)",
    "alter table orders add column mine int",
    "drop table orders cascade",
    "truncate orders cascade",
    "alter table orders disable trigger all",
    "create function mine() returns int language sql as 'select 1'",
    "create extension dblink",
    "create schema mine",
    "create role mine superuser",
    "alter role endpaper_shop superuser",
    "set role endpaper",
    "set session_replication_role = replica",
    "copy (select 1) to program 'true'",
    "copy orders from '/etc/passwd'",
    "select pg_read_file('/etc/passwd')",
    "select lo_import('/etc/passwd')",
    "alter system set work_mem = '1GB'",
    "select rolpassword from pg_authid",
  ])
    await expect(ask(server.url, statement), statement).rejects.toThrow(/permission denied|must be|requires/i);
});

test("it reads and writes rows, hears of changes and takes locks", async () => {
  await worksAsTheShop();
});

test("it renews the statistics of the tables of books, and of no others", async () => {
  await ask(server.url, "select analyze_catalogue()");
  expect(await ask(server.url, "select reltuples >= 0 as known from pg_class where relname = 'listings'")).toEqual([
    { known: true },
  ]);
  await ask(server.url, "analyze orders");
  expect(await ask(server.url, "select reltuples >= 0 as known from pg_class where relname = 'orders'")).toEqual([
    { known: false },
  ]);
});

test("a data folder from before the role gets it at the next start, with what is in it", async () => {
  await ask(server.ownerUrl, "drop owned by endpaper_shop; drop role endpaper_shop");
  await rm(join(server.folder, "shop-password"));
  const before = server.url;
  const starts = await Promise.all([start(), start(), start()]);
  server = starts[0];
  for (const { url } of starts) expect(url).toBe(server.url);
  expect(server.url).not.toBe(before);
  await worksAsTheShop();
  await expect(ask(server.url, "create table mine (id int)")).rejects.toThrow("permission denied");
  expect((await stat(join(server.folder, "shop-password"))).mode & 0o777).toBe(0o600);
});
