import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** The main edition of the title in another language. */
export interface DeskDoor {
  id: string;
  title: string;
  language: string;
  /** Whether this is the original; the other editions are translations of it. */
  isOriginal: boolean;
}

/** The works that are linked with this one as one title, listed or not. */
export async function listDoors(db: Db, workId: string): Promise<DeskDoor[]> {
  const { rows } = await db.execute<DeskDoor>(sql`
    select b.id, w.title, b.language, other.is_original
    from translations mine join translations other on other.title_id = mine.title_id and other.work_id <> mine.work_id
      join works w on w.id = other.work_id join books b on b.work_id = w.id and b.is_main
    where mine.work_id = ${workId} order by b.language, b.id limit 50`);
  return rows;
}
