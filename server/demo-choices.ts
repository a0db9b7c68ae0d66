import type { Db } from "#db/connect.ts";
import { announcedCode, categoryEndpapers, categoryMoods, listEndpapers, recommendedWorks } from "#db/demo/choices.ts";
import { mindfulReading } from "#db/demo/excerpts/mindful-reading.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

/**
 * Writes what the demonstration chose into a shop that has the demonstration, once: also into one that got it before
 * these records were there. What a person chose meanwhile stays.
 */
export async function loadDemoChoices(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into catalogue_loads (source, content_sha256)
      select 'demo choices', content_sha256 from catalogue_loads where source = 'demo'
      on conflict (source) do nothing`);
    if (rowCount === 0) return;
    await tx.execute(sql`select set_config('endpaper.cause', 'demonstration', true)`);
    await saveChoices(tx);
  });
}

async function saveChoices(tx: Db) {
  await tx.execute(sql`
    update categories c set mood = coalesce(c.mood, chosen.value) from jsonb_each_text(${JSON.stringify(categoryMoods)}::jsonb) chosen
    where c.id = chosen.key and c.created_by = 'demonstration'`);
  await tx.execute(sql`
    update categories c set endpaper = coalesce(c.endpaper, chosen.value)
    from jsonb_each_text(${JSON.stringify(categoryEndpapers)}::jsonb) chosen
    where c.id = chosen.key and c.created_by = 'demonstration'`);
  await tx.execute(sql`
    update reading_lists l set endpaper = coalesce(l.endpaper, chosen.value)
    from jsonb_each_text(${JSON.stringify(listEndpapers)}::jsonb) chosen where l.id = chosen.key`);
  await tx.execute(sql`
    update works w set recommended_position = chosen.place - 1
    from unnest(${recommendedWorks}::text[]) with ordinality as chosen (id, place)
    where w.id = chosen.id and w.source = 'demo' and not exists (select from works where recommended_position is not null)`);
  await tx.execute(sql`
    update promotions set is_announced = true
    where code = ${announcedCode} and not exists (select from promotions where is_announced)`);
  await tx.execute(sql`
    insert into excerpts (work_id, place, chapters)
    select id, ${mindfulReading.place}, ${JSON.stringify(mindfulReading.chapters)}::jsonb
    from works where id = ${mindfulReading.work} and source = 'demo'
    on conflict do nothing`);
}
