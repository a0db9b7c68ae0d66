import type { TestProject } from "vitest/node";

import { findPooler } from "#db/pooler.ts";
import setup from "#tests/support/global-setup.ts";
import { startPgBouncer } from "./pgbouncer.ts";

/** As for all tests, with a PgBouncer before the server: the shop's pages of every test go through it. */
export default async function setupPooler(project: TestProject): Promise<() => Promise<void>> {
  let serverUrl = "";
  const close = await setup({
    ...project,
    provide(name: "templateUrl", value: string) {
      // Nobody may be connected to the template while it is cloned.
      if (name === "templateUrl") serverUrl = Object.assign(new URL(value), { pathname: "/postgres" }).toString();
      project.provide(name, value);
    },
  } as unknown as TestProject);
  const pgBouncer = await startPgBouncer(serverUrl).catch(async (error: unknown) => {
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
