import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { coverKey, type CoverDesign, type CoverSubject } from "#covers/draw-cover.ts";
import { moodOf } from "#covers/moods.ts";
import { authorNameSql } from "#shop/catalogue/books/cards.server.ts";

/** Finds the data from which a cover is drawn, by the cover's key. All editions of a work share one drawn cover. */
export async function findCoverSubject(db: Db, coverKey: string): Promise<CoverSubject | null> {
  const [subject] = await readSubjects(
    db,
    sql`w.id = (select work_id from books where cover_key = ${coverKey} limit 1)`,
  );
  return subject ?? null;
}

/** The data from which the cover of an edition's work is drawn. */
export async function findSubjectOfBook(db: Db, bookId: string): Promise<CoverSubject | null> {
  const [subject] = await readSubjects(db, sql`w.id = (select work_id from books where id = ${bookId})`);
  return subject ?? null;
}

export function listCoverSubjects(db: Db, workIds: string[]): Promise<CoverSubject[]> {
  return readSubjects(db, sql`w.id = any(${workIds}::text[])`);
}

/** Updates the keys of the drawn covers of these works; a key is derived from what the cover shows. */
export async function updateCoverKeys(tx: Db, workIds: string[]): Promise<void> {
  const subjects = await listCoverSubjects(tx, [...new Set(workIds)]);
  if (subjects.length === 0) return;
  const keys = subjects.map((subject) => coverKey(subject));
  await tx.execute(sql`
    update books b set cover_key = drawn.key
    from unnest(${subjects.map(({ id }) => id)}::text[], ${keys}::text[]) as drawn (work_id, key)
    where b.work_id = drawn.work_id and b.cover_key <> drawn.key`);
}

async function readSubjects(db: Db, where: SQL): Promise<CoverSubject[]> {
  const { rows } = await db.execute<{
    id: string;
    title: string;
    subtitle: string | null;
    author: string | null;
    seriesName: string | null;
    seriesPosition: number | null;
    category: { id: string; name: string; mood: string | null; parentMood: string | null } | null;
    language: string;
    design: CoverDesign | null;
  }>(sql`
    select w.id, w.title, w.subtitle, b.language,
      (select json_build_object('layout', d.layout, 'inks', d.inks) from cover_designs d where d.work_id = w.id) as design,
      (select string_agg(${authorNameSql}, ', ' order by c.position) from work_contributors c join authors a on a.id = c.author_id
        where c.work_id = w.id and c.role = (
          select case when bool_or(x.role = 'author') then 'author' else 'editor' end
          from work_contributors x where x.work_id = w.id)) as author,
      (select r.name from series_works sw join series r on r.id = sw.series_id
        where sw.work_id = w.id order by r.id limit 1) as series_name,
      (select sw.position::float8 from series_works sw where sw.work_id = w.id order by sw.series_id limit 1) as series_position,
      (select json_build_object('id', k.id, 'name', k.name, 'mood', k.mood, 'parentMood', p.mood)
        from work_categories wc join categories k on k.id = wc.category_id left join categories p on p.id = k.parent_id
        where wc.work_id = w.id order by wc.position limit 1) as category
    from works w join books b on b.work_id = w.id and b.is_main
    where ${where}`);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    subtitle: row.subtitle ?? undefined,
    author: row.author ?? "",
    seriesName: row.seriesName ?? undefined,
    seriesPosition: row.seriesPosition ?? undefined,
    categoryId: row.category?.id ?? "",
    language: row.language,
    mood: moodOf(row.category),
    design: row.design ?? undefined,
  }));
}

/** The data from which an author's portrait is drawn. */
export async function findPortraitSubject(db: Db, authorId: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from authors where id = ${authorId}`,
  );
  return rows[0] ?? null;
}
