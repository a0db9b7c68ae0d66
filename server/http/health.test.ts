import { afterAll, expect, onTestFinished, test } from "vitest";

import { openPool } from "#db/connect.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { createHealth } from "./health.ts";
import { listen } from "./listen.ts";

const { url } = await openTestDatabase();
const line = await openDatabaseProxy(url);
const pool = openPool(line.url, 2);
afterAll(async () => {
  await pool.end();
  await line.close();
});

async function open(over: Parameters<typeof createHealth>[0] = pool) {
  const health = createHealth(over, 10);
  const { port, drain } = await listen({
    port: 0,
    proxies: { count: 0, addresses: [] },
    before: health.before,
    app: async () => new Response("a page", { status: 404 }),
  });
  onTestFinished(drain);
  const ask = async (path: string, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { connection: "close" } });
    // The shop's own responses must not be cached or sniffed.
    if (response.status !== 404)
      expect([response.headers.get("cache-control"), response.headers.get("x-content-type-options")]).toEqual([
        "no-store",
        "nosniff",
      ]);
    return [response.status, (await response.text()).trim()];
  };
  return { health, ask };
}

test("the shop is ready while it reaches its database, and again when it is back", async () => {
  const { ask } = await open();
  await expect.poll(() => ask("/readyz")).toEqual([200, "The shop is ready."]);
  line.cut();
  await expect.poll(() => ask("/readyz")).toEqual([503, "The database is unavailable."]);
  expect(await ask("/healthz")).toEqual([200, "The shop is running."]);
  line.mend();
  await expect.poll(() => ask("/readyz")).toEqual([200, "The shop is ready."]);
});

test("a database that does not answer is asked once, and whoever asks is told within a second or two", async () => {
  let asked = 0;
  const silent = { query: () => ((asked += 1), new Promise(() => {})) } as unknown as Parameters<
    typeof createHealth
  >[0];
  const { ask } = await open(silent);
  const answers = await Promise.all([ask("/readyz"), ask("/readyz"), ask("/readyz")]);
  expect(answers).toEqual(Array.from({ length: 3 }, () => [503, "The database does not answer."]));
  expect(asked).toBe(1);
});

test("a shop that closes is not ready, before anything else of it ends", async () => {
  const { health, ask } = await open();
  await health.close();
  expect(await ask("/readyz")).toEqual([503, "The shop is closing."]);
  expect(await ask("/healthz")).toEqual([200, "The shop is running."]);
});

test("nothing else is answered", async () => {
  const { ask } = await open();
  for (const [path, method] of [
    ["/readyz/", "GET"],
    ["/healthz?x=1", "GET"],
    ["/readyz", "POST"],
    ["/", "GET"],
  ] as const)
    expect(await ask(path, method), `${method} ${path}`).toEqual([404, "a page"]);
});
