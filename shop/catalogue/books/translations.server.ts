import { sql, type SQL } from "#db/sql.ts";

/** The works that are one title with this one in their languages, itself among them; `workId` is SQL. */
export const worksOfTitle = (workId: SQL) => sql`array(
  select other.work_id from translations mine join translations other using (title_id) where mine.work_id = ${workId}
  union select ${workId})`;
