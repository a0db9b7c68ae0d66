import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";

/** A book found by ISBN or id. */
export interface NamedBook {
  id: string;
  workId: string;
  title: string;
  isbn13: string | null;
  pricePaise: number;
  /** The weight of a copy; null if unknown. */
  grams: number | null;
  isListed: boolean;
}

/** Finds books by ISBN or id, in the order of `names`; null for each unknown name. */
export async function findNamedBooks(db: Db, names: string[]): Promise<(NamedBook | null)[]> {
  const asked = names.map((name) => {
    const isbn = readIsbn(name);
    return { name: name.trim(), isbn13: "value" in isbn ? isbn.value : null };
  });
  const { rows } = await db.execute<NamedBook>(sql`
    select b.id, b.work_id, w.title, b.isbn13, b.price_paise, b.weight_grams as grams, b.is_listed from books b join works w on w.id = b.work_id
    where b.id = any(${asked.map(({ name }) => name)}::text[])
      or b.isbn13 = any(${asked.flatMap(({ isbn13 }) => isbn13 ?? [])}::text[])`);
  return asked.map(
    ({ name, isbn13 }) =>
      rows.find(({ id }) => id === name) ?? rows.find((row) => row.isbn13 !== null && row.isbn13 === isbn13) ?? null,
  );
}
