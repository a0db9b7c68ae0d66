import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { NumberSettings } from "#shop/services.ts";
import { financialYearOf } from "#shop/sales/documents/document-number.ts";
import type { DocumentKind } from "#shop/sales/documents/document.ts";

const settingOf = { bill: "BILL_PREFIX", "credit-note": "CREDIT_NOTE_PREFIX" } satisfies Record<DocumentKind, string>;
const other = { bill: "credit notes", "credit-note": "bills" } satisfies Record<DocumentKind, string>;

/**
 * Errors by the name of the setting, for the prefixes that papers of the other kind have in this financial year. Bills
 * and credit notes are counted separately, so a new paper would sooner or later get the number of one of those, which
 * the database refuses.
 */
export async function findReusedPrefixes(
  db: Db,
  numbers: Pick<NumberSettings, DocumentKind>,
  at: Date,
): Promise<Record<string, string>> {
  const year = financialYearOf(at);
  const { rows } = await db.execute<{ kind: DocumentKind }>(sql`
    select planned.kind from (values ('bill', ${numbers.bill}::text), ('credit-note', ${numbers["credit-note"]}::text)) planned (kind, prefix)
    where exists (
      select from documents d where d.financial_year = ${year} and d.kind <> planned.kind
        and starts_with(d.number, planned.prefix || ${`${year.slice(2)}/`}))`);
  return Object.fromEntries(
    rows.map(({ kind }) => [
      settingOf[kind],
      `Write other letters: ${other[kind]} of the financial year ${year} have these.`,
    ]),
  );
}
