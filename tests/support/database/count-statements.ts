import pg from "pg";
import { vi } from "vitest";

import { asksData } from "#tests/support/pages/asks-data.ts";

/** Statements the shop sends to the database during some work, `begin` and `commit` included; `soFar` asks meanwhile. */
export async function countStatements(work: (soFar: () => number) => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work(() => query.mock.calls.length);
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

/** Queries that the shop asks during some work: its statements, without those that begin, limit and end a transaction. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.filter(([statement]) => asksData(statement)).length;
  } finally {
    query.mockRestore();
  }
}
