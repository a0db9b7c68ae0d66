import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import type { CoverSubject } from "#covers/draw-cover.ts";
import { listChartWorks } from "#shop/catalogue/books/lists.server.ts";

import { listCoverSubjects } from "./cover-subjects.server.ts";
import type { SharedKind } from "./share-pictures.ts";

/** How many covers stand on the picture of one of the shop's own pages, and of a list, shelf or author. */
const coversOnPicture = { page: 7, list: 3 };

/**
 * The drawn covers on a page's picture for link previews: of the featured works, the chart, or the first books of a
 * list. Books whose cover is an uploaded picture are left out.
 */
export async function listSharedCovers(db: Db, kind: SharedKind, id: string): Promise<CoverSubject[]> {
  const workIds = await listSharedWorks(db, kind, id);
  const subjects = await listCoverSubjects(db, workIds);
  return workIds.flatMap((workId) => subjects.find((subject) => subject.id === workId) ?? []);
}

async function listSharedWorks(db: Db, kind: SharedKind, id: string): Promise<string[]> {
  if (kind === "pages" && id === "best-sellers") return listChartWorks(db, coversOnPicture.page);
  const found: Record<SharedKind, SQL> = {
    pages: sql`select id as work_id from works where featured_position is not null order by featured_position`,
    categories: sql`select work_id from shelf_places where facet = ${`category:${id}`} order by rating_rank desc, work_id`,
    authors: sql`select work_id from shelf_places where facet = ${`author:${id}`} order by rating_rank desc, work_id`,
    series: sql`select work_id from series_works where series_id = ${id} order by position nulls last, work_id`,
    "reading-lists": sql`
      select b.work_id from reading_list_books p join books b on b.id = p.book_id
      where p.reading_list_id = ${id} order by p.position`,
  };
  const limit = kind === "pages" ? coversOnPicture.page : coversOnPicture.list;
  const { rows } = await db.execute<{ workId: string }>(sql`
    select listed.work_id from (${found[kind]} ${sql.limit(limit)}) listed
    where exists (select from books b where b.work_id = listed.work_id and b.is_main and b.is_listed and b.cover_image_id is null)`);
  return rows.map(({ workId }) => workId);
}

/** The beginning of a work's description; empty if it has none. */
export async function findWorkDescription(db: Db, workId: string): Promise<string> {
  const { rows } = await db.execute<{ description: string }>(sql`
    select left(description, 400) as description from works where id = ${workId}`);
  return rows[0]?.description ?? "";
}
