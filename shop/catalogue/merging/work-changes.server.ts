import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { alteration } from "#shop/catalogue/records/write/write-batch.server.ts";
import { asRecorded } from "#shop/catalogue/editing/bulk/write-changes.server.ts";
import type { Change } from "#shop/kernel/audit-log/change.ts";
import { JoiningError } from "./joining-error.ts";

/** So many works are changed at once at the desk, so that it can be taken back. */
export const maxWorksAtOnce = 2_000;

/** Says no where more works than that would be changed; `what` is such as "premchand has". */
export function refuseTooMany(works: string[], what: string): void {
  if (works.length > maxWorksAtOnce)
    throw new JoiningError(
      `${what} more than ${maxWorksAtOnce.toLocaleString("en-IN")} books, which are too many to be changed at once here.`,
    );
}

/** What is said of a work, by the names of its fields. */
export const workWords = [
  "title",
  "subtitle",
  "description",
  "audience",
  "age_from",
  "age_to",
  "starting_rating",
  "starting_rating_count",
  "contributors",
  "categories",
  "series",
  "subjects",
] as const;

/** Does something to works, and answers how these fields of theirs were and are: their people, categories and series unless told. */
export async function withWorkChanges<T>(
  tx: Db,
  workIds: string[],
  work: () => Promise<T>,
  fields: readonly string[] = ["contributors", "categories", "series"],
): Promise<{ result: T; changes: Change[] }> {
  const before = await readWorksByIds(tx, workIds);
  const result = await work();
  const after = await readWorksByIds(tx, workIds);
  const changes = [...before.values()].flatMap((was) => {
    const is = after.get(was.id);
    const change = is && alteration("work", fieldsOf(was, is, fields));
    return change ? [asRecorded(change)] : [];
  });
  return { result, changes };
}

function fieldsOf(was: Entity, is: Entity, names: readonly string[]): Entity {
  const pick = (fields: Entity["now"]) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { id: was.id, before: pick(was.before!), now: pick(is.now), origins: was.origins };
}

/** The works of an author, at most one more than can be changed at once. */
export async function worksOfAuthor(tx: Db, author: string): Promise<string[]> {
  const { rows } = await tx.execute<{ workId: string }>(sql`
    select distinct work_id from work_contributors where author_id = ${author} limit ${maxWorksAtOnce + 1}`);
  return rows.map(({ workId }) => workId);
}
