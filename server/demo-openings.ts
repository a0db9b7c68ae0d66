import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inRepeatableTransaction } from "#db/transaction.ts";
import { demonstration } from "#shop/catalogue/content/opening-page.ts";
import { readDemo } from "./demo-data.ts";
import { markPartLoaded } from "./demo-parts.ts";

/**
 * Saves the opening pages of the demonstration books in a shop that has the demonstration. Runs only once, also in a
 * shop that loaded the demonstration before opening pages existed. Keeps opening pages that a person has set.
 */
export async function loadDemoOpenings(db: Db): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    if (!(await markPartLoaded(tx, "demo openings"))) return;
    await tx.execute(sql`
      insert into opening_pages (work_id, language, kind, paragraphs, source, written_by, set_by, set_at)
      select w.id, page.language, page.kind, array(select jsonb_array_elements_text(page.paragraphs)), page.source,
        page."writtenBy", ${demonstration}, w.created_at
      from jsonb_to_recordset(${JSON.stringify(readDemo("openings"))}::jsonb)
        as page (work text, language text, kind text, paragraphs jsonb, source text, "writtenBy" text)
      join works w on w.id = page.work and w.source = 'demo'
      on conflict do nothing`);
  });
}
