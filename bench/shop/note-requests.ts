import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, readFileSync } from "node:fs";
import { Server, ServerResponse } from "node:http";

import pg from "pg";

import { isQuery } from "#tests/support/pages/is-query.ts";

/*
 * Preloaded into the shop (`--import`): writes a line for each request with its number of queries, and with the CPU
 * time in microseconds of the shop and of the database connections that the request used. Requests must not overlap,
 * because CPU time is counted per process.
 */
const file = process.env.BENCH_NOTES;
if (!file) throw new Error("BENCH_NOTES must be the path of a file to write.");

interface Noted {
  queries: number;
  /** CPU time of each connection's PostgreSQL process before the request, in microseconds. */
  before: Map<number, number>;
}
const requests = new AsyncLocalStorage<Noted>();

const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client & { processID: number }, ...given: unknown[]) {
  const request = requests.getStore();
  if (request && !request.before.has(this.processID)) request.before.set(this.processID, microsOf(this.processID));
  if (request && isQuery(given[0])) request.queries += 1;
  return query.apply(this, given);
} as typeof pg.Client.prototype.query;

const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]) {
  const go = () => emit.apply(this, [event, ...given] as unknown as Parameters<typeof emit>);
  const [, response] = given;
  if (event !== "request" || !(response instanceof ServerResponse)) return go();
  const noted: Noted = { queries: 0, before: new Map() };
  const before = process.cpuUsage();
  response.on("finish", () => {
    const { user, system } = process.cpuUsage(before);
    const database = [...noted.before].reduce((sum, [pid, micros]) => sum + microsOf(pid) - micros, 0);
    appendFileSync(file, `${noted.queries} ${user + system} ${Math.round(database)}\n`);
  });
  return requests.run(noted, go);
} as typeof emit;

function microsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000;
}
