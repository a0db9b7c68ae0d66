import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { JoiningError } from "./joining-error.ts";

/** So many works are changed at once at the desk, so that it can be undone. */
export const maxWorksAtOnce = 2_000;

/** Says no where more works than that would be changed; `what` is such as "premchand has". */
export function refuseTooMany(works: string[], what: string): void {
  if (works.length > maxWorksAtOnce)
    throw new JoiningError(
      `${what} more than ${maxWorksAtOnce.toLocaleString("en-IN")} books, which are too many to be changed at once here.`,
    );
}

/** The works of an author, at most one more than can be changed at once. */
export async function worksOfAuthor(tx: Db, author: string): Promise<string[]> {
  const { rows } = await tx.execute<{ workId: string }>(sql`
    select distinct work_id from work_contributors where author_id = ${author} limit ${maxWorksAtOnce + 1}`);
  return rows.map(({ workId }) => workId);
}
