/** Moves works to the categories of a changed subject table. */
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import type { RawSubject } from "#shop/catalogue/fields/raw-values.ts";
import { readCategoryTable } from "#shop/catalogue/records/read/read-category-table.server.ts";
import { unique } from "#shop/catalogue/records/known-records.ts";
import { isSame } from "#shop/catalogue/records/record-fields.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { SubjectTable } from "#shop/catalogue/records/subject-table.ts";

/** Numbers of works by result. */
export interface AppliedSubjects {
  changed: number;
  unchanged: number;
  /** Works in categories that a person chose. */
  byHand: number;
  /** Works in categories that come from a file, or that no line of the table ever assigned. */
  elsewhere: number;
}

interface Work {
  id: string;
  isByHand: boolean;
  categories: string[];
  subjects: [RawSubject["scheme"], string][];
}

const batchSize = 500;

/**
 * Assigns works to the categories of the current subject table, if the table assigned their present categories or they
 * have none. A preview only counts. Throws ImportRunningError.
 */
export function applySubjects(db: Db, { isPreview }: { isPreview: boolean }): Promise<AppliedSubjects> {
  return withImportLock(db, async (throwIfStopped) => {
    const total: AppliedSubjects = { changed: 0, unchanged: 0, byHand: 0, elsewhere: 0 };
    let after = "";
    for (;;) {
      await throwIfStopped();
      const batch = await inTransaction(db, (tx) => applyToBatch(tx, after, isPreview));
      for (const what of typedKeys(total)) total[what] += batch.counts[what];
      if (batch.last === undefined) return total;
      after = batch.last;
    }
  });
}

async function applyToBatch(tx: Db, after: string, isPreview: boolean) {
  await tx.execute(sql`select set_config('endpaper.cause', 'subjects', true)`);
  const [table, everyLine, works] = [await readCategoryTable(tx), await readEveryLine(tx), await readWorks(tx, after)];
  const counts: AppliedSubjects = { changed: 0, unchanged: 0, byHand: 0, elsewhere: 0 };
  const changes: { id: string; categories: string[] }[] = [];
  for (const { id, isByHand, categories, ...work } of works) {
    const subjects = work.subjects.map(([scheme, code]) => ({ scheme, code }));
    const { ids } = table.resolve(subjects);
    const byTable = new Set(subjects.flatMap((subject) => everyLine.findAll(subject)).map((line) => line.categoryId));
    if (isSame(ids.toSorted(), categories.toSorted())) counts.unchanged += 1;
    else if (isByHand) counts.byHand += 1;
    else if (!categories.every((category) => byTable.has(category))) counts.elsewhere += 1;
    else {
      counts.changed += 1;
      changes.push({ id, categories: unique([...categories.filter((category) => ids.includes(category)), ...ids]) });
    }
  }
  if (!isPreview && changes.length > 0) {
    await tx.execute(sql`delete from work_categories where work_id = any(${changes.map(({ id }) => id)}::text[])`);
    await tx.execute(sql`
      insert into work_categories (work_id, category_id, position)
      select work.id, category.value, category.ordinality - 1
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as work (id text, categories jsonb),
        jsonb_array_elements_text(work.categories) with ordinality category`);
    await updateCoverKeys(
      tx,
      changes.map(({ id }) => id),
    );
  }
  return { counts, last: works.at(-1)?.id };
}

/** The subject table including its former lines. */
async function readEveryLine(tx: Db): Promise<SubjectTable> {
  const { rows } = await tx.execute<{ scheme: string; code: string; categoryId: string }>(sql`
    select scheme, code, category_id from subject_categories
    union all select scheme, code, category_id from former_subject_categories`);
  return new SubjectTable(rows);
}

/** Works with subjects, by id. */
async function readWorks(tx: Db, after: string): Promise<Work[]> {
  const { rows } = await tx.execute<Work>(sql`
    select w.id, coalesce(w.field_origins -> 'categories' ->> 'by' = 'person', false) as is_by_hand,
      array(select category_id from work_categories c where c.work_id = w.id order by position) as categories,
      (select coalesce(jsonb_agg(jsonb_build_array(scheme, code) order by scheme, code), '[]')
        from work_subjects s where s.work_id = w.id) as subjects
    from works w
    where w.id > ${after} and exists (select from work_subjects s where s.work_id = w.id)
    order by w.id limit ${batchSize} for no key update of w`);
  return rows;
}
