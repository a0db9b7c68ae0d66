import type { Db } from "#db/connect.ts";
import { openings } from "#db/demo/openings.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { demonstration, type OpeningPage } from "#shop/catalogue/content/opening-page.ts";
import { isFirstTime } from "./demo-parts.ts";

/**
 * Saves the opening pages of the demonstration, once, in a shop that has the demonstration, even if it was loaded
 * before such pages existed. Pages that a person has set stay.
 */
export async function loadDemoOpenings(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await isFirstTime(tx, "demo openings"))) return;
    await tx.execute(sql`
      insert into opening_pages (work_id, language, kind, paragraphs, source, written_by, set_by, set_at)
      select w.id, page.language, page.kind, array(select jsonb_array_elements_text(page.paragraphs)), page.source,
        page.written_by, ${demonstration}, w.created_at
      from jsonb_to_recordset(${JSON.stringify(demoOpenings().map(asRow))}::jsonb)
        as page (work text, language text, kind text, paragraphs jsonb, source text, written_by text)
      join works w on w.id = page.work and w.source = 'demo'
      on conflict do nothing`);
  });
}

/** Opening pages of the demonstration, each with its work's id. */
export function demoOpenings(): (OpeningPage & { work: string })[] {
  return openings.map(({ work, language = "en", kind, text, source = "", by = "" }) => ({
    work,
    language,
    kind,
    source,
    writtenBy: by,
    paragraphs: text.trim().split(kind === "contents" ? "\n" : "\n\n"),
  }));
}

function asRow({ writtenBy, ...page }: ReturnType<typeof demoOpenings>[number]) {
  return { ...page, written_by: writtenBy };
}
