import pg from "pg";
import type { TestProject } from "vitest/node";

import { findPooler } from "#db/pooler.ts";
import { createDatabaseStatements } from "#tests/support/database/create-database.ts";
import setup from "#tests/support/database/global-setup.ts";
import { requirePrograms } from "./debian-programs.ts";
import { startPgBouncer } from "./pgbouncer.ts";

const role = "endpaper_pooled";
const password = "of-the-pooled-role";

/** The global setup of all tests, with a PgBouncer in front of the server that the pages of every test use. */
export default async function setupPooler(project: TestProject): Promise<() => Promise<void>> {
  requirePrograms();
  let serverUrl = "";
  const close = await setup({
    ...project,
    provide(name: "templateUrl", value: string) {
      // Not the template's address: PostgreSQL cannot clone a template that has connections.
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
      ? "PgBouncer supports named prepared statements."
      : "SKIPPED: named prepared statements through a pooler. This PgBouncer is older than 1.21 and does not support them; all other tests run without. PGBOUNCER sets another one.",
  );
  project.provide("pooler", { url, ...pooler });
  return async () => {
    await pgBouncer.close();
    await close();
  };
}

/**
 * Creates a role with the limits of `deploy/create-database.sql` and the rights of the tests' role; returns the
 * server's address for it.
 */
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
