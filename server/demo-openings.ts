import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { demonstration } from "#shop/catalogue/content/opening-page.ts";
import { readDemo } from "./demo-data.ts";
import { markPartLoaded } from "./demo-parts.ts";

/**
 * Writes what the books of the demonstration open with into a shop that has the demonstration, once: also into one that got
 * it before there were such pages. What a person set meanwhile stays.
 */
export async function loadDemoOpenings(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
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
