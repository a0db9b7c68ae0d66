import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inRepeatableTransaction } from "#db/transaction.ts";
import { designWorks } from "#shop/catalogue/cover-designs/cover-designs.server.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { readDemo } from "./demo-data.ts";
import { demoCodes } from "./demo-offers.ts";
import { markPartLoaded } from "./demo-parts.ts";

/**
 * Saves the demonstration's choices, weekly tables and covers in a shop that has the demonstration. Runs only once,
 * also in a shop that loaded the demonstration before these parts existed. Keeps choices that a person has made.
 */
export async function loadDemoChoices(db: Db): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.cause', 'demonstration', true)`);
    if (await markPartLoaded(tx, "demo choices")) await saveChoices(tx);
    if (await markPartLoaded(tx, "demo tables")) await saveTables(tx);
    if (await markPartLoaded(tx, "demo covers")) await saveCovers(tx);
  });
}

/** Saves the weekly tables, unless the bookseller has made one. Skips books that no longer exist. */
async function saveTables(tx: Db) {
  const tables = readDemo("tables");
  const rows = tables.map(({ books: _, ...table }) => table);
  const { rowCount } = await tx.execute(sql`
    insert into weekly_tables (id, title, introduction, begins, changed_by, changed_at)
    select id, title, introduction, begins, 'demonstration', (select loaded_at from catalogue_loads where source = 'demo')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id text, title text, introduction text, begins text)
    where not exists (select from weekly_tables) and exists (select from books where source = 'demo' and is_listed)`);
  if (rowCount === 0) return;
  const places = tables.flatMap(({ id: tableId, books }) =>
    books.map((book, position) => ({ tableId, position, ...book })),
  );
  await tx.execute(sql`
    insert into weekly_table_books (table_id, book_id, position, sentence, signature)
    select place."tableId", b.id, place.position, place.sentence, place.signature
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as place ("tableId" text, "bookId" text, position int, sentence text, signature text)
    join books b on b.id = place."bookId" and b.source = 'demo'`);
}

/** Saves the chosen covers, and designs the other covers so that they differ, beginning with the most popular works. */
async function saveCovers(tx: Db) {
  await tx.execute(sql`
    insert into cover_designs (work_id, layout, inks, chosen_by)
    select w.id, chosen.value ->> 'layout', chosen.value ->> 'inks', 'demonstration'
    from jsonb_each(${JSON.stringify(readDemo("choices").covers)}::jsonb) chosen join works w on w.id = chosen.key and w.source = 'demo'
    on conflict do nothing`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select w.id from works w left join listings l on l.work_id = w.id where w.source = 'demo'
    order by l.popularity desc nulls last, w.id`);
  const ids = rows.map(({ id }) => id);
  await designWorks(tx, ids);
  await updateCoverKeys(tx, ids);
}

async function saveChoices(tx: Db) {
  const { recommendedWorks } = readDemo("choices");
  await tx.execute(sql`
    update categories c set mood = coalesce(c.mood, chosen.mood), endpaper = coalesce(c.endpaper, chosen.endpaper)
    from jsonb_to_recordset(${JSON.stringify(readDemo("categories"))}::jsonb) as chosen (id text, mood text, endpaper text)
    where c.id = chosen.id and c.created_by = 'demonstration'`);
  await tx.execute(sql`
    update reading_lists l set endpaper = coalesce(l.endpaper, chosen.endpaper)
    from jsonb_to_recordset(${JSON.stringify(readDemo("reading-lists"))}::jsonb) as chosen (id text, endpaper text)
    where l.id = chosen.id`);
  await tx.execute(sql`
    update works w set recommended_position = chosen.place - 1
    from unnest(${recommendedWorks}::text[]) with ordinality as chosen (id, place)
    where w.id = chosen.id and w.source = 'demo' and not exists (select from works where recommended_position is not null)`);
  await tx.execute(sql`
    update promotions set is_announced = true
    where code = any(${demoCodes()}::text[]) and not exists (select from promotions where is_announced)`);
}
