import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { chooseMainEditions } from "#shop/catalogue/main-editions.server.ts";
import { changeOf, type Entity } from "./entity.ts";
import type { BatchPlan } from "./plan-batch.ts";
import type { Fields } from "./record-fields.ts";
import {
  drawCoversAnew,
  receiveCopies,
  saveAuthors,
  saveBooks,
  saveCategories,
  saveIdentifiers,
  savePublishers,
  saveSeries,
  saveWorks,
  type Altered,
} from "./save-rows.server.ts";

type RecordKind = "book" | "work" | "author" | "series" | "publisher" | "category";

/** One row of `import_changes`. */
interface Change {
  record: RecordKind;
  id: string;
  before: Fields | null;
  after: Fields | null;
}

/** Writes what a batch changes, and what `import undo` needs to take it back. */
export async function writeBatch(
  tx: Db,
  plan: BatchPlan,
  { importId, addedCategories, now }: { importId: number; addedCategories: Entity[]; now: Date },
): Promise<void> {
  const { known } = plan;
  const kinds: [RecordKind, Entity[]][] = [
    ["publisher", [...known.publisherByName.values()]],
    ["category", addedCategories],
    ["author", [...known.authors.values()]],
    ["series", [...known.seriesByName.values()]],
    ["work", [...known.works.values()]],
    ["book", [...known.books.values()]],
  ];
  const changes: Change[] = [];
  const changed = new Map<RecordKind, { added: Entity[]; altered: Altered[] }>();
  for (const [record, entities] of kinds) {
    const added = entities.filter(({ before }) => before === null);
    const altered: Altered[] = [];
    for (const entity of entities) {
      const change = changeOf(entity);
      if (!change) continue;
      altered.push({ entity, after: change.after });
      const origins = Object.fromEntries(
        Object.keys(change.after).map((field) => [field, entity.origins[field] ?? null]),
      );
      changes.push({
        record,
        id: entity.id,
        before: { ...change.before, field_origins: origins as never },
        after: change.after,
      });
    }
    for (const entity of added) changes.push({ record, id: entity.id, before: null, after: null });
    changed.set(record, { added, altered });
  }
  const of = (record: RecordKind) => changed.get(record)!;
  const stamp = { created_by: `import ${importId}`, created_at: now.toISOString() };

  await savePublishers(tx, of("publisher").added, stamp);
  await saveCategories(tx, of("category").added, stamp);
  await saveAuthors(tx, of("author"), stamp);
  await saveIdentifiers(tx, plan.newIdentifiers);
  await saveSeries(tx, of("series").added, stamp);
  await saveWorks(tx, of("work"), stamp);
  await saveBooks(tx, of("book"), stamp);
  await receiveCopies(tx, plan.copies, now);
  await drawCoversAnew(tx, [
    ...of("work").added.map(({ id }) => id),
    ...of("work").altered.map(({ entity }) => entity.id),
    ...of("book").added.map(({ now: book }) => book.work_id as string),
  ]);
  const relisted = of("book").altered.filter(({ after }) => "is_listed" in after);
  if (relisted.length > 0)
    await chooseMainEditions(
      tx,
      relisted.map(({ entity }) => entity.now.work_id as string),
    );
  await saveChanges(tx, importId, changes);
}

/** What `import undo` puts back. A row that an import changes in two batches keeps what was there before the first. */
async function saveChanges(tx: Db, importId: number, changes: Change[]) {
  if (changes.length === 0) return;
  await tx.execute(sql`
    insert into import_changes as known (import_id, record, record_id, before, after)
    select ${importId}, record, id, before, after from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change (record text, id text, before jsonb, after jsonb)
    on conflict (import_id, record, record_id) do update set
      before = (excluded.before || known.before)
        || jsonb_build_object('field_origins', (excluded.before -> 'field_origins') || (known.before -> 'field_origins')),
      after = known.after || excluded.after`);
}
