import { randomInt } from "node:crypto";

import pg from "pg";
import type { TestProject } from "vitest/node";

import { startEmbedded } from "#db/embedded.ts";
import { copyPreparedCluster, fillTemplate, templateName, withDatabase } from "./prepared-cluster.ts";

/** One server for the run: DATABASE_URL if set, otherwise a temporary embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.DATABASE_URL;
  const server = external ? await openTemplateOn(external) : await openPreparedServer();
  project.provide("templateUrl", server.templateUrl);
  project.provide("pooler", null);
  const modelSeed = process.env.MODEL_SEED ? Number(process.env.MODEL_SEED) : randomInt(2 ** 31);
  project.provide("modelSeed", modelSeed);
  console.log(`The model tests walk by the seed ${modelSeed}; MODEL_SEED=${modelSeed} walks the same way again.`);
  return server.close;
}

interface TemplateServer {
  templateUrl: string;
  close: () => Promise<void>;
}

async function openPreparedServer(): Promise<TemplateServer> {
  const { folder, remove } = await copyPreparedCluster();
  const embedded = await startEmbedded({ dataDir: folder, report: () => {}, isDurable: false });
  return {
    templateUrl: withDatabase(embedded.ownerUrl, templateName),
    async close() {
      await embedded.stopIfUnused();
      remove();
    },
  };
}

/** A template on an external server, which other runs may use at the same time. */
async function openTemplateOn(serverUrl: string): Promise<TemplateServer> {
  const name = `${templateName}_${process.pid}`;
  const templateUrl = withDatabase(serverUrl, name);
  const inServer = async (work: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await work(client).finally(() => client.end());
  };
  await inServer(async (client) => {
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
  });
  await fillTemplate(templateUrl);
  return {
    templateUrl,
    close: () =>
      inServer(async (client) => {
        const named = "select datname from pg_database where datname like $1";
        const { rows } = await client.query<{ datname: string }>(named, [`${name}%`]);
        for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
      }),
  };
}
