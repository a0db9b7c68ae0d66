import { randomInt } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import type { TestProject } from "vitest/node";

import { queriesOver } from "#db/queries.ts";
import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import type { Pooler } from "#db/pooler.ts";
import { loadDemoCatalogue } from "#server/demo-catalogue.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server, with a database that is a migrated template with the demonstration catalogue. */
    templateUrl: string;
    /** What the random walks of this run's model tests begin with. */
    modelSeed: number;
    /** The pooler before the server, in a run of `tests/cluster`; `url` leads through it to the template. */
    pooler: (Pooler & { url: string }) | null;
  }
}

/** One server for the run: DATABASE_URL when given, else a throw-away embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.DATABASE_URL;
  const folder = await mkdtemp(join(tmpdir(), "endpaper-test-"));
  await chmod(folder, 0o755); // run by root, the server's own account must reach it
  const embedded = external ? null : await startEmbedded({ dataDir: folder, report: () => {}, isDurable: false });
  const serverUrl = external ?? embedded!.ownerUrl;

  const name = `endpaper_template_${process.pid}`;
  const templateUrl = withDatabase(serverUrl, name);
  await inServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
  });
  const pool = new pg.Pool({ connectionString: templateUrl });
  await migrate(pool);
  await loadDemoCatalogue(queriesOver(pool, pool));
  await pool.end();
  project.provide("templateUrl", templateUrl);
  project.provide("pooler", null);
  const modelSeed = process.env.MODEL_SEED ? Number(process.env.MODEL_SEED) : randomInt(2 ** 31);
  project.provide("modelSeed", modelSeed);
  console.log(`The model tests walk by the seed ${modelSeed}; MODEL_SEED=${modelSeed} walks the same way again.`);

  return async () => {
    await inServer(serverUrl, async (client) => {
      const { rows } = await client.query<{ datname: string }>(
        "select datname from pg_database where datname like $1",
        [`${name}%`],
      );
      for (const row of rows) await client.query(`drop database if exists ${row.datname} with (force)`);
    });
    await embedded?.stopIfUnused();
    await rm(folder, { recursive: true, force: true });
  };
}

async function inServer(url: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}
