import type { Db } from "./connect.ts";

const tries = 5;
/** Serialization failure, deadlock: the server undid everything, doing it again is right. */
const undone = new Set(["40001", "40P01"]);

/** Runs `work` in one transaction, again from the start when the server had to undo it for another's sake. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => work(tx));
    } catch (error) {
      if (attempt === tries || !undone.has(codeOf(error) ?? "")) throw error;
    }
  }
}

/** PostgreSQL's error code, under whatever the query builder wrapped it in. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return undefined;
}
