import { sql, type SQL } from "#db/sql.ts";

/**
 * The spellings in which a typed item code is looked up. Codes are compared exactly, because an index finds them; a
 * scanner or a person may have changed the case.
 */
export function listCodeVariants(text: string): string[] {
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
}

/** A query for the books (`id`, `code`) with one of these item codes, from any imported file or scanned at a till. */
export function booksByCodeSql(codes: string[]): SQL {
  return sql`
    select id, record_reference as code from books
    where source = any(array(select distinct options ->> 'source' from imports where kind = 'catalogue') || array['desk'])
      and record_reference = any(${codes}::text[])`;
}

/** The item code of an edition `b` as an imported file gave it; null for books that staff entered. */
export const itemCodeSql = sql`case when b.source <> 'desk' then b.record_reference end`;
