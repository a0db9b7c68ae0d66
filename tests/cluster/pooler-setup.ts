import pg from "pg";
import type { TestProject } from "vitest/node";

import { findPooler } from "#db/pooler.ts";
import { createDatabaseStatements } from "#tests/support/database/create-database.ts";
import setup from "#tests/support/database/global-setup.ts";
import { requirePrograms } from "./debian-programs.ts";
import { startPgBouncer } from "./pgbouncer.ts";

const role = "endpaper_pooled";
const password = "of-the-pooled-role";

/** As for all tests, with a PgBouncer before the server: the shop's pages of every test go through it. */
export default async function setupPooler(project: TestProject): Promise<() => Promise<void>> {
  requirePrograms();
  let serverUrl = "";
  const close = await setup({
    ...project,
    provide(name: "templateUrl", value: string) {
      // Nobody may be connected to the template while it is cloned.
      if (name === "templateUrl") serverUrl = Object.assign(new URL(value), { pathname: "/postgres" }).toString();
      project.provide(name, value);
    },
  } as unknown as TestProject);
  const pgBouncer = await makeRole(serverUrl)
    .then(startPgBouncer)
    .catch(async (error: unknown) => {
      await close();
      throw error;
    });
  const url = pgBouncer.pooled(serverUrl);
  const pooler = (await findPooler(url, 5_000))!;
  console.log(
    pooler.keepsNames
      ? "PgBouncer keeps names of statements."
      : "LEFT OUT: names of statements through a pooler. This PgBouncer is older than 1.21 and keeps none; all else is tried without. PGBOUNCER names another one.",
  );
  project.provide("pooler", { url, ...pooler });
  return async () => {
    await pgBouncer.close();
    await close();
  };
}

/** A role that has its limits from `deploy/create-database.sql`, and what the tests' own role may do; the server's address for it. */
async function makeRole(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`drop database if exists ${role}`);
    await client.query(`drop role if exists ${role}`);
    for (const statement of createDatabaseStatements(role, password)) await client.query(statement);
    await client.query(`alter role ${role} superuser`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(serverUrl), { username: role, password }).toString();
}
