import pg from "pg";
import { vi } from "vitest";

import { isQuery } from "#tests/support/pages/is-query.ts";

/**
 * The number of statements that the shop sends to the database during `work`, including `begin` and `commit`; `soFar`
 * returns the current count.
 */
export async function countStatements(work: (soFar: () => number) => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work(() => query.mock.calls.length);
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

/** The number of queries that the shop sends during `work`, without the statements of transactions. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.filter(([statement]) => isQuery(statement)).length;
  } finally {
    query.mockRestore();
  }
}
