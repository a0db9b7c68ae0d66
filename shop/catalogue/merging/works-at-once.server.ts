import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { MergeError } from "./merge-error.ts";

/** The maximum number of works per change at the desk, so that the change can be undone. */
export const maxWorksAtOnce = 2_000;

/** Throws MergeError above `maxWorksAtOnce` works; `what` begins the message, such as "premchand has". */
export function refuseTooMany(works: string[], what: string): void {
  if (works.length > maxWorksAtOnce)
    throw new MergeError(
      `${what} more than ${maxWorksAtOnce.toLocaleString("en-IN")} books. At most this number can be changed at once.`,
    );
}

/** The ids of an author's works, at most `maxWorksAtOnce + 1`. */
export async function worksOfAuthor(tx: Db, author: string): Promise<string[]> {
  const { rows } = await tx.execute<{ workId: string }>(sql`
    select distinct work_id from work_contributors where author_id = ${author} limit ${maxWorksAtOnce + 1}`);
  return rows.map(({ workId }) => workId);
}
