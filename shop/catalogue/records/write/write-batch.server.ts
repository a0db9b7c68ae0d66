/**
 * Writes a planned batch of an import or of the desk to the database, with the data that the undo of an import needs.
 */
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { coverKey } from "#covers/draw-cover.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inOrder } from "#db/transaction.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { scriptOfLanguage } from "#shop/kernel/text/detect-script.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import { changeOf, type Entity } from "#shop/catalogue/records/entity.ts";
import type { WrittenPlan } from "#shop/catalogue/records/plan/batch-plan.ts";
import { peopleIn, textIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";
import {
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
import { saveAuthorNames, saveTranslations } from "./save-translations.server.ts";

type RecordKind = "book" | "work" | "author" | "series" | "publisher" | "category";

/** One row of `import_changes`. */
export interface Change {
  record: RecordKind;
  id: string;
  before: Fields;
  after: Fields;
}

/**
 * Writes a batch, and the data that `import undo` needs to revert it. Without an `importId` the batch is from the desk
 * or a program (`maker`): triggers such as `works_listed_anew` and `books_listed` then refresh or queue listings.
 * Returns the changes of existing rows.
 */
export async function writeBatch(
  tx: Db,
  plan: WrittenPlan,
  {
    importId,
    source,
    addedCategories,
    now,
    staffId,
    maker,
  }: {
    importId: number | null;
    source: string;
    addedCategories: Entity[];
    now: Date;
    /** The staff member, if there is no import. */
    staffId?: number | undefined;
    /** The program that writes, as it is named in `created_by` and in the moves of copies. */
    maker?: { createdBy: string; program: string };
  },
): Promise<Change[]> {
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
      const change = alteration(record, entity);
      if (!change) continue;
      altered.push({ entity, after: change.after });
      changes.push(change);
    }
    changed.set(record, { added, altered });
  }
  const of = (record: RecordKind) => requiredValue(changed, record);
  const by = importId === null ? (maker?.createdBy ?? "person") : `import ${importId}`;
  const stamp = { created_by: by, created_at: now.toISOString() };
  const relisted = of("book").altered.filter(({ after }) => "is_listed" in after);

  // The statements are sent at once, without waiting for each other's result, and run in this order.
  await inOrder([
    savePublishers(tx, of("publisher").added, stamp),
    saveCategories(tx, of("category").added, stamp),
    saveAuthors(tx, of("author"), stamp),
    saveIdentifiers(tx, plan.newIdentifiers),
    saveSeries(tx, of("series").added, stamp),
    saveWorks(tx, of("work"), stamp),
    saveBooks(tx, of("book"), stamp, drawnCovers(plan, of("book").added)),
    receiveCopies(tx, plan.copies, { importId, staffId, program: maker?.program, now }),
    ...(importId === null
      ? []
      : [
          saveAdditions(
            tx,
            importId,
            Array.from(changed, ([record, { added }]) => ({ record, ids: added.map(({ id }) => id) })),
          ),
          saveChanges(tx, importId, changes),
          noteListings(tx, [
            ...[...of("work").added, ...of("work").altered.map(({ entity }) => entity)].map(({ id }) => id),
            ...[...of("book").added, ...of("book").altered.map(({ entity }) => entity)].map(({ now }) =>
              textIn(now, "work_id"),
            ),
          ]),
        ]),
  ]);
  await saveAuthorNames(tx, plan.newNames, by);
  await saveTranslations(tx, plan, { decidedBy: by, source, works: of("work").added.map(({ id }) => id) });
  // The name of a drawn cover depends on its texts; `updateCoverKeys` reads those of existing works from the database.
  await updateCoverKeys(tx, [
    ...of("work").altered.map(({ entity }) => entity.id),
    ...of("book").added.flatMap(({ now }) => {
      const workId = textIn(now, "work_id");
      return known.works.get(workId)?.before ? [workId] : [];
    }),
  ]);
  if (relisted.length > 0)
    await chooseMainEditions(
      tx,
      relisted.map(({ entity }) => textIn(entity.now, "work_id")),
    );
  return changes;
}

/** Queues works whose listings the import refreshes at its end, or the shop's job before that. */
export async function noteListings(tx: Db, workIds: string[]): Promise<void> {
  if (workIds.length === 0) return;
  await tx.execute(sql`insert into stale_listings (work_id) select unnest(${[...new Set(workIds)]}::text[])`);
}

/** The change of an existing row, as `import undo` needs it; null if nothing changes. */
export function alteration(record: RecordKind, entity: Entity): Change | null {
  const change = changeOf(entity);
  if (!change) return null;
  const origins = Object.fromEntries(Object.keys(change.after).map((field) => [field, entity.origins[field] ?? null]));
  return { record, id: entity.id, before: { ...change.before, field_origins: origins as never }, after: change.after };
}

/** The names of the covers of new editions of new works, by edition id. */
function drawnCovers({ known }: WrittenPlan, added: Entity[]): Map<string, string> {
  const series = new Map(Array.from(known.seriesByName.values(), ({ id, now }) => [id, textIn(now, "name")]));
  const keys = new Map<string, string>();
  const mains = new Map(added.filter(({ now }) => now.is_main).map(({ now }) => [now.work_id, now]));
  for (const { id, now: book } of added) {
    const work = known.works.get(textIn(book, "work_id"));
    if (!work || work.before) continue;
    const people = peopleIn(work.now);
    const role = people.some(([, written]) => written === "author") ? "author" : "editor";
    const [seriesId, position] = (work.now.series as [string, number | null] | null) ?? [];
    const language = textIn(mains.get(work.id) ?? book, "language");
    const script = scriptOfLanguage(language);
    const subject = {
      id: work.id,
      title: textIn(work.now, "title"),
      subtitle: typeof work.now.subtitle === "string" ? work.now.subtitle : undefined,
      author: people
        .filter(([, written]) => written === role)
        .map(([authorId]) => known.otherNames.get(authorId)?.get(script) ?? known.authors.get(authorId)?.now.name ?? "")
        .join(", "),
      seriesName: seriesId && series.get(seriesId),
      seriesPosition: position ?? undefined,
      categoryId: (work.now.categories as string[])[0] ?? "",
      language,
    };
    keys.set(id, coverKey(subject));
  }
  return keys;
}

/** Saves the ids of added rows, which `import undo` deletes. */
async function saveAdditions(tx: Db, importId: number, additions: { record: RecordKind; ids: string[] }[]) {
  const rows = additions.filter(({ ids }) => ids.length > 0);
  if (rows.length > 0)
    await tx.execute(sql`
      insert into import_additions (import_id, record, record_ids)
      select ${importId}, record, ids from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as addition (record text, ids text[])`);
}

/**
 * Saves changes, which `import undo` reverts. If two batches change a row, `before` keeps the values from before the
 * first batch.
 */
export async function saveChanges(tx: Db, importId: number, changes: Change[]) {
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
