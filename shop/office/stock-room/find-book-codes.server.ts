import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { readIsbn, type IsbnReading } from "#shop/catalogue/fields/check/isbn.ts";
import { booksByCodeSql, listCodeVariants } from "#shop/catalogue/books/item-codes.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";

/** The code of a book in deliveries and counts: its ISBN, or its id if it has none. */
export type BookCode = { code: string } | { problem: string };

/**
 * Finds the codes of scanned or typed texts. An ISBN is returned even if the shop does not have the book yet. Another
 * text is the item code of a book, as in the imported files, or its id, which is the last part of its URL.
 */
export async function findBookCodes(db: Db, texts: string[]): Promise<BookCode[]> {
  const read = texts.map((text) => ({ text: cleanText(text), isbn: readIsbn(text) }));
  const others = read.flatMap(({ text, isbn }) => (isComplete(isbn) ? [] : listCodeVariants(text)));
  const found = others.length === 0 ? new Map<string, string[]>() : await findByOwnCode(db, others);
  return read.map(({ text, isbn }) => {
    const codes = isComplete(isbn)
      ? new Set<string>()
      : new Set(listCodeVariants(text).flatMap((variant) => found.get(variant) ?? []));
    const [code] = codes;
    if (code === undefined) {
      if ("value" in isbn) return { code: isbn.value };
      const fault = "fault" in isbn ? isbn.fault : `${isbn.barcode} is not the bar code of a book`;
      return { problem: `${fault}, and no book has this item code.` };
    }
    return codes.size === 1 ? { code } : { problem: "Several books have this item code. Type the ISBN instead." };
  });
}

/** Whether a text is an ISBN as it is. One that lacks its leading zeros may be an item code. */
const isComplete = (isbn: IsbnReading) => "value" in isbn && !isbn.mended;

/** The codes of the books with these item codes or ids; of a merged book, the code of the remaining one. */
async function findByOwnCode(db: Db, given: string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ given: string; codes: string[] }>(sql`
    with named as (
      select id, id as given from books where id = any(${given}::text[])
      union ${booksByCodeSql(given)})
    select n.given, array_agg(distinct coalesce(b.isbn13, b.id)) as codes
    from named n left join moved_addresses m on m.kind = 'book' and m.old_id = n.id
      join books b on b.id = coalesce(m.new_id, n.id)
    group by n.given`);
  return new Map(rows.map(({ given, codes }) => [given, codes]));
}
