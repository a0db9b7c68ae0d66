/** Reads and edits the table that maps subject codes of publishers to the shop's categories. */

import { requiredValue } from "#shop/kernel/text/required-value.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { readCategoryTable } from "#shop/catalogue/records/read/read-category-table.server.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { saveCategories } from "#shop/catalogue/records/write/save-rows.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { subjectCode, SubjectTable, type GivenSubject } from "#shop/catalogue/records/subject-table.ts";

/** A row of the table of subjects, or a subject of the catalogue without a row. */
export interface SubjectLine {
  scheme: string;
  code: string;
  /**
   * `Fiction > Crime and mystery`, or the id if several categories have this path; null for a subject without a row.
   */
  category: string | null;
  /** How often works use the code, or a longer code that the row covers. */
  uses: number;
  /** How many of these uses are by works without a category. */
  inNoCategory: number;
}

/** All rows of the table in order, then the subjects of the catalogue without a row, most used first. */
export async function listSubjects(db: Db): Promise<SubjectLine[]> {
  const [lines, used, paths] = await Promise.all([
    db.execute<{ scheme: string; code: string; categoryId: string }>(
      sql`select scheme, code, category_id from subject_categories order by scheme, code`,
    ),
    db.execute<{ scheme: string; code: string; uses: number; inNoCategory: number }>(sql`
      select scheme, code, count(*)::int as uses,
        count(*) filter (where not exists (select from work_categories c where c.work_id = s.work_id))::int as in_no_category
      from work_subjects s group by scheme, code order by uses desc, scheme, code`),
    readCategoryPaths(db),
  ]);
  const listed = new Map(
    lines.rows.map((line) => [
      `${line.scheme}:${line.code}`,
      {
        scheme: line.scheme,
        code: line.code,
        category: paths.get(line.categoryId) ?? line.categoryId,
        uses: 0,
        inNoCategory: 0,
      },
    ]),
  );
  const missing: SubjectLine[] = [];
  const table = new SubjectTable(lines.rows);
  for (const subject of used.rows) {
    const found = table.find(subject);
    if (!found) {
      missing.push({ ...subject, category: null });
      continue;
    }
    const line = requiredValue(listed, `${found.scheme}:${found.code}`);
    line.uses += subject.uses;
    line.inNoCategory += subject.inNoCategory;
  }
  return [...listed.values(), ...missing];
}

/** A label for each category: its path of names if that is unique, else its id. */
async function readCategoryPaths(db: Db): Promise<Map<string, string>> {
  const [table, { rows }] = await Promise.all([
    readCategoryTable(db),
    db.execute<{ id: string; name: string; above: string | null; aboveThat: string | null }>(sql`
      select c.id, c.name, p.name as above, p.parent_id as above_that
      from categories c left join categories p on p.id = c.parent_id`),
  ]);
  return new Map(
    rows.map(({ id, name, above, aboveThat }) => {
      const path = above === null ? name : `${above} > ${name}`;
      const isPlain = aboveThat === null && table.find(path) === id;
      return [id, isPlain ? path : id];
    }),
  );
}

export interface SetSubjects {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  /** The names of created categories. */
  categories: string[];
  /** Rows whose category name yields no slug. */
  refused: GivenSubject[];
  /** The category id of each written row, by a key such as `thema FF`, before and after the change. */
  before: Record<string, string | null>;
  after: Record<string, string | null>;
}

/**
 * Writes rows of the table. A category is an id or a path such as `Fiction > Crime`, which is created if the shop does
 * not have it; null deletes the row.
 */
export function setSubjects({ db, now }: DbAndClock, given: GivenSubject[]): Promise<SetSubjects> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`lock table subject_categories in share row exclusive mode`);
    const table = await readCategoryTable(tx);
    const { rows } = await tx.execute<{ scheme: string; code: string; categoryId: string }>(
      sql`select scheme, code, category_id from subject_categories`,
    );
    const there = new Map(rows.map((line) => [`${line.scheme}:${subjectCode(line.scheme, line.code)}`, line]));
    const result: SetSubjects = {
      added: 0,
      changed: 0,
      removed: 0,
      unchanged: 0,
      categories: [],
      refused: [],
      before: {},
      after: {},
    };
    const toWrite = new Map<string, { scheme: string; code: string; category_id: string | null }>();
    for (const line of given) {
      const code = subjectCode(line.scheme, line.code);
      const known = there.get(`${line.scheme}:${code}`);
      const categoryId = line.category === null ? null : (table.find(line.category) ?? table.named(line.category));
      if (categoryId === undefined) result.refused.push(line);
      else if (categoryId === (known?.categoryId ?? null)) result.unchanged += 1;
      else {
        result[categoryId === null ? "removed" : known ? "changed" : "added"] += 1;
        const name = `${line.scheme} ${known?.code ?? code}`;
        result.before[name] = known?.categoryId ?? null;
        result.after[name] = categoryId;
        // A row that was written by SQL keeps its spelling.
        toWrite.set(`${line.scheme}:${code}`, {
          scheme: line.scheme,
          code: known?.code ?? code,
          category_id: categoryId,
        });
      }
    }
    await saveCategories(tx, table.added, { created_by: "person", created_at: now().toISOString() });
    result.categories = table.added.map((category) => textIn(category.now, "name"));
    const changes = JSON.stringify([...toWrite.values()]);
    await tx.execute(sql`
      delete from subject_categories s using jsonb_to_recordset(${changes}::jsonb) as line (scheme text, code text, category_id text)
      where s.scheme = line.scheme and s.code = line.code and line.category_id is null`);
    await tx.execute(sql`
      insert into subject_categories (scheme, code, category_id)
      select scheme, code, category_id from jsonb_to_recordset(${changes}::jsonb) as line (scheme text, code text, category_id text)
      where category_id is not null
      on conflict (scheme, code) do update set category_id = excluded.category_id`);
    return result;
  });
}
