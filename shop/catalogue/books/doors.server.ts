import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { stockOf, type BookDoor } from "./book.ts";
import { availableCopies } from "./cards.server.ts";
import { worksOfTitle } from "./translations.server.ts";

/** Upper bound on the languages shown for one title. */
const maxDoors = 20;

/**
 * The languages in which readers find the title of a work, the original first. Each language has a link to one edition:
 * to `bookId`, whose page is open, else to the main edition, else to an edition in stock.
 */
export async function listDoors(db: Db, workId: string, bookId: string): Promise<BookDoor[]> {
  const { rows } = await db.execute<Omit<BookDoor, "languageName" | "stock"> & { available: number }>(sql`
    select * from (
      select distinct on (w.id, b.language) b.id, w.id as work_id, w.title, b.language,
        coalesce(t.is_original, false) as is_original, b.price_paise, ${availableCopies} as available
      from works w join books b on b.work_id = w.id and (b.is_listed or b.id = ${bookId})
        left join stock s on s.book_id = b.id left join translations t on t.work_id = w.id
      where w.id = any(${worksOfTitle(sql`${workId}::text`)})
      order by w.id, b.language, b.id = ${bookId} desc, b.is_main desc, ${availableCopies} = 0, b.id) door
    order by is_original desc, language, id limit ${maxDoors}`);
  return rows.map(({ id, workId: itsWork, title, language, isOriginal, pricePaise, available }) => ({
    id,
    workId: itsWork,
    title,
    language,
    languageName: nameItself(language),
    isOriginal,
    pricePaise,
    stock: stockOf(available),
  }));
}

/** A language's name in that language; its code if the name is unknown. */
function nameItself(language: string): string {
  return new Intl.DisplayNames([language, "en"], { type: "language" }).of(language) ?? language;
}
