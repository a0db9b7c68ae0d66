import pg from "pg";
import { vi } from "vitest";

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
