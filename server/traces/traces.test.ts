import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

import { expect, onTestFinished, test, vi } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { inLogContext } from "#server/log/log-context.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { openTraces } from "./traces.ts";

const { db } = await openTestDatabase();

/** A collector that answers with a status, or with null not at all. */
async function openCollector(status: number | null) {
  const names: string[] = [];
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as { resourceSpans: { scopeSpans: { spans: { name: string }[] }[] }[] };
    names.push(...sent.resourceSpans[0]!.scopeSpans[0]!.spans.map(({ name }) => name));
    if (status !== null) response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  return { names, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test("of a trace with very many statements the first are told, and of work outside of any trace nothing", async () => {
  const { names, url } = await openCollector(200);
  const tracer = openTraces(url);
  await db.execute(sql`select 1`);
  const span = tracer.begin("internal");
  await inLogContext(span.context, async () => {
    for (let statement = 0; statement < 600; statement += 1) await db.execute(sql`select ${statement}::int`);
  });
  span.end("job many");
  await inLogContext(span.context, () => db.execute(sql`select 2`));
  await tracer.close();
  expect(names).toHaveLength(501);
  expect(names.filter((name) => name === "SELECT")).toHaveLength(500);
  expect(names.at(-1)).toBe("job many");
});

test("a collector that is away or refuses is told of once, and one that never answers holds up no stop", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  for (const [url, words] of [
    [`http://127.0.0.1:${await findFreePort()}`, "ECONNREFUSED"],
    [(await openCollector(503)).url, "it answers 503"],
  ] as const) {
    warn.mockClear();
    const tracer = openTraces(url);
    tracer.begin("server").end("GET /cart");
    await tracer.close();
    expect(warn.mock.calls).toEqual([[expect.stringContaining(words)]]);
  }
  warn.mockClear();
  const silent = await openCollector(null);
  const tracer = openTraces(silent.url);
  tracer.begin("server").end("GET /cart");
  await tracer.close();
  expect([silent.names, warn.mock.calls]).toEqual([["GET /cart"], []]);
});
