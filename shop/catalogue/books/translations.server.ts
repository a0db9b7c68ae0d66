import { sql, type SQL } from "#db/sql.ts";

/** SQL array of the works that are translations of one title, including the work `workId` itself. */
export const worksOfTitle = (workId: SQL) => sql`array(
  select other.work_id from translations mine join translations other using (title_id) where mine.work_id = ${workId}
  union select ${workId})`;
