/** Stores lookup records, which prefill the form of a new book by its ISBN. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { runThrottled } from "#shop/kernel/throttle/throttle.server.ts";
import type { ThrowIfStopped } from "#shop/catalogue/records/import-lock.server.ts";
import type { SubjectCategory } from "#shop/catalogue/records/subject-table.ts";
import { editionColumns, workColumns } from "#shop/catalogue/records/columns.ts";
import { fieldsOfRow } from "#shop/catalogue/fields/write-fields.ts";
import { lookupOf, type LookupBook, type LookupRecord } from "./lookup-record.ts";

/** A lookup record with its origin. */
export interface FoundLookup {
  record: LookupRecord;
  /** Null if the record was made from a deleted book of the shop. */
  fileName: string | null;
  /** ISO timestamp. */
  readAt: string;
  /** The lines of the subject table for its subjects. */
  subjects: SubjectCategory[];
}

/** Saves lookup records; for each ISBN the one that was read last is kept. */
export async function saveLookups(
  tx: Db,
  books: LookupBook[],
  { importId, at }: { importId: number | null; at: Date },
): Promise<void> {
  if (books.length === 0) return;
  const last = [...new Map(books.map((book) => [book.isbn13, book])).values()];
  await tx.execute(sql`
    insert into lookup_books as known (isbn13, record, import_id, read_at)
    select isbn13, record, ${importId}::bigint, ${at}
    from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) as book (isbn13 text, record jsonb) order by isbn13
    on conflict (isbn13) do update set record = excluded.record, import_id = excluded.import_id, read_at = excluded.read_at
    where excluded.read_at >= known.read_at`);
}

/**
 * Saves books as lookup records before they are deleted: for books of an undone import, the time of the records is the
 * time at which the import began. Generated books are skipped.
 */
export async function saveDeletedBooks(
  tx: Db,
  bookIds: string[],
  from: { importId: number } | { at: Date },
): Promise<void> {
  const books = await readLookups(tx, bookIds);
  if ("at" in from) return saveLookups(tx, books, { importId: null, at: from.at });
  const { rows } = await tx.execute<{ startedAt: string }>(sql`
    select started_at from imports where id = ${from.importId}`);
  await saveLookups(tx, books, { importId: from.importId, at: new Date(oneRow(rows).startedAt) });
}

/** Books of the shop as lookup records. */
async function readLookups(tx: Db, bookIds: string[]): Promise<LookupBook[]> {
  const { rows } = await tx.execute<{
    publisher: string;
    contributors: LookupRecord["contributors"] | null;
    series: { name: string; position: number | null } | null;
    categories: string[] | null;
  }>(sql`
    select b.publisher, ${sql.columns(editionColumns, "b")}, ${sql.columns(workColumns, "w")},
      (select json_agg(json_build_object('name', a.name, 'role', c.role) order by c.position)
        from work_contributors c join authors a on a.id = c.author_id where c.work_id = w.id) as contributors,
      (select json_build_object('name', r.name, 'position', sw.position)
        from series_works sw join series r on r.id = sw.series_id where sw.work_id = w.id order by r.id limit 1) as series,
      (select json_agg(coalesce(p.name || ' > ', '') || k.name order by wc.position)
        from work_categories wc join categories k on k.id = wc.category_id left join categories p on p.id = k.parent_id
        where wc.work_id = w.id) as categories
    from books b join works w on w.id = b.work_id
    where b.id = any(${bookIds}::text[]) and b.isbn13 is not null and b.source is distinct from 'generated'`);
  return rows.flatMap((row) => {
    const { publisher, contributors, series, categories } = row;
    const record = {
      ...fieldsOfRow(row),
      ...(publisher && { publisher }),
      ...(contributors && { contributors }),
      ...(series && { series: { name: series.name, ...(series.position !== null && { position: series.position }) } }),
      ...(categories && { subjects: categories.map((code) => ({ scheme: "name" as const, code })) }),
    };
    return lookupOf(record) ?? [];
  });
}

/** The lookup record for an ISBN, or null. */
export async function findLookup(db: Db, isbn13: string): Promise<FoundLookup | null> {
  const { rows } = await db.execute<
    Omit<FoundLookup, "record" | "subjects"> & { record: unknown; subjects: unknown }
  >(sql`
    select l.record, i.file_name, l.read_at, coalesce((
        select jsonb_agg(jsonb_build_object('scheme', s.scheme, 'code', s.code, 'categoryId', s.category_id))
        from jsonb_to_recordset(l.record -> 'subjects') as named (scheme text, code text)
          -- A code matches every line that is a prefix of it; a word matches only the identical line.
          cross join generate_series(case when named.scheme in ('keyword', 'name') then length(named.code) else 1 end,
            length(named.code)) as beginning (length)
          join subject_categories s on s.scheme = named.scheme and s.code = left(named.code, beginning.length)), '[]') as subjects
    from lookup_books l left join imports i on i.id = l.import_id where l.isbn13 = ${isbn13}`);
  const row = rows[0];
  if (!row) return null;
  return { ...row, record: row.record as LookupRecord, subjects: row.subjects as SubjectCategory[] };
}

/** Records per transaction. */
const batchSize = 500;

/**
 * Deletes the lookup records of an import in batches; returns their number, and calls `onProgress` with it after each
 * batch.
 */
export async function deleteLookups(
  db: Db,
  importId: number,
  throwIfStopped: ThrowIfStopped,
  onProgress: (forgotten: number) => void,
): Promise<number> {
  const forget = async () => {
    await throwIfStopped();
    return db.execute(sql`
      delete from lookup_books where isbn13 = any(array(
        select isbn13 from lookup_books where import_id = ${importId} limit ${batchSize}))`);
  };
  let forgotten = 0;
  for (let rest = batchSize; rest === batchSize;) {
    const { rowCount } = await runThrottled(db, forget);
    rest = rowCount;
    forgotten += rowCount;
    onProgress(forgotten);
  }
  return forgotten;
}
