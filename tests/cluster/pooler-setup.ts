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
  console.log(`PgBouncer keeps ${pooler.keepsNames ? "" : "no "}names of statements.`);
  project.provide("pooler", { url, ...pooler });
  return async () => {
    await pgBouncer.close();
    await close();
  };
}
