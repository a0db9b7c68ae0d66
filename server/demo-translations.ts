import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inRepeatableTransaction } from "#db/transaction.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";
import { readDemo } from "./demo-data.ts";
import { markPartLoaded } from "./demo-parts.ts";

/**
 * Links the titles of the demonstration that exist in two languages, and names its authors in both scripts. Runs only
 * once, also in a shop that loaded the demonstration earlier. Skips works and authors that a person changed, merged or
 * deleted.
 */
export async function loadDemoTranslations(db: Db): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    if (!(await markPartLoaded(tx, "demo translations"))) return;
    await tx.execute(sql`select set_config('endpaper.cause', 'demonstration', true)`);
    await mergeTitles(tx);
    await nameAuthors(tx);
    await refreshAllStaleListings(tx);
  });
}

async function mergeTitles(tx: Db) {
  await tx.execute(sql`
    with pairs as (
      select nextval('title_ids') as title_id, original.id as original, translation.id as translation
      from jsonb_to_recordset(${JSON.stringify(readDemo("translations"))}::jsonb) as pair (original text, translation text)
        join works original on original.id = pair.original and original.source = 'demo'
        join works translation on translation.id = pair.translation and translation.source = 'demo'
      where not exists (select from translations t where t.work_id in (original.id, translation.id)))
    insert into translations (work_id, title_id, is_original, decided_by)
    select original, title_id, true, 'demonstration' from pairs
    union all select translation, title_id, false, 'demonstration' from pairs`);
}

async function nameAuthors(tx: Db) {
  const named = readDemo("authors").flatMap(({ id, name: knownAs, otherName: name }) =>
    name === undefined ? [] : [{ id, knownAs, name, nameKey: nameKey(name), script: detectScript(name) }],
  );
  await tx.execute(sql`
    insert into author_names (author_id, script, name, name_key, decided_by)
    select a.id, given.script, given.name, given."nameKey", 'demonstration'
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        as given (id text, "knownAs" text, name text, "nameKey" text, script text)
      join authors a on a.id = given.id and a.name = given."knownAs" and a.created_by = 'demonstration'
    on conflict do nothing`);
  const { rows } = await tx.execute<{ workId: string }>(sql`
    select distinct work_id from work_contributors where author_id = any(${named.map(({ id }) => id)}::text[])`);
  await updateCoverKeys(
    tx,
    rows.map(({ workId }) => workId),
  );
}
