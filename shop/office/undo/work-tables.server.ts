/** Rules for the undo of works, their editions and the rows that belong to them. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { bookFieldNames, fieldNamed } from "#shop/catalogue/fields/book-fields.ts";
import { isNamedSql } from "#shop/catalogue/editing/delete-books.server.ts";
import { nameColumn } from "#shop/catalogue/editing/name-column.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { saveDeletedBooks } from "#shop/catalogue/lookups/lookup-books.server.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { alterWorks } from "#shop/catalogue/records/write/save-rows.server.ts";
import { CannotUndo } from "./cannot-undo.ts";
import { idsOf, partTable, silentTable, type UndoableTables, type UndoneRow } from "./undoable-table.ts";

/** The columns of the table's fields, and `more`, with their names in sentences. */
function labelsOf(table: "books" | "works", more: string[] = []): Record<string, string> {
  const columns = bookFieldNames.flatMap((name) => fieldNamed(name).column ?? []);
  const names = columns.filter((column) => column.table === table).map(({ name }) => name);
  return Object.fromEntries([...names, ...more].map((column) => [column, nameColumn(column)]));
}

const isNamed = "an order, an offer or a reader refers to it, so it is hidden from readers but not deleted";
const ofRecord = (name: string, label: string) => `the ${label} of ${name} was changed since`;

/** The tables of works and editions, in the order of inserts. */
export const workTables: UndoableTables = {
  works: {
    needs: "books",
    words: "Text of the book",
    names: { thing: "work", by: "id" },
    subject: (name) => `the work ${name}`,
    labels: {
      ...labelsOf("works"),
      work_contributors: "people",
      work_categories: "categories",
      series_works: "series",
      work_subjects: "subjects",
      translations: "languages",
      cover_designs: "drawn cover",
    },
    changedSince: ofRecord,
    together: {
      featured_position: "home: the books at the top",
      recommended_position: "home: the recommended books",
    },
    yields: { featured_position: null, recommended_position: null },
    refusals: {
      works_featured_position_key: homeIsTaken("featured_position", "the books at the top"),
      works_recommended_position_key: homeIsTaken("recommended_position", "the recommended books"),
    },
    hold: lockBookSaving,
    beforeGoing: keepWorksInUse,
    isStamped: true,
    settle: settleWorks,
  },
  work_contributors: partTable("works", "work_id", {
    field: "contributors",
    shows: ({ author_id: id, role }) => [id, role],
    lost: "one of its contributors",
  }),
  work_categories: partTable("works", "work_id", {
    field: "categories",
    shows: ({ category_id: id }) => id,
    lost: "a category",
  }),
  series_works: partTable("works", "work_id", {
    field: "series",
    shows: ({ series_id: id, position }) => [id, position],
    lost: "its series",
  }),
  work_subjects: partTable("works", "work_id", { field: "subjects", shows: ({ scheme, code }) => [scheme, code] }),
  translations: partTable("works", "work_id", { field: "languages", shows: ({ title_id: title }) => title }),
  named_translations: partTable("works", "work_id"),
  cover_designs: partTable("works", "work_id", { field: "cover", shows: ({ layout, inks }) => [layout, inks] }),
  excerpts: partTable("works", "work_id"),
  joined_works: silentTable("books", { hold: holdImports }),
  opening_pages: {
    needs: "books",
    words: "Opening pages",
    names: { thing: "work", by: "work_id" },
    subject: (name) => `the opening pages of ${name}`,
    labels: {
      kind: "what it is",
      paragraphs: "the text",
      source: "the source",
      written_by: "who wrote it",
      set_by: "who set it",
    },
    goesUnchanged: true,
  },
  books: {
    needs: "books",
    words: "Book",
    names: { thing: "book", by: "id" },
    subject: (name) => name,
    labels: labelsOf("books", ["work_id", "publisher_id", "is_listed", "cover_image_id"]),
    changedSince: ofRecord,
    yields: { is_main: false },
    refusals: {
      books_isbn13_key: { columns: ["isbn13"], why: (name) => `the ISBN of ${name}: another book has it now` },
      books_price_at_most_mrp: {
        columns: ["price_paise", "mrp_paise"],
        why: (name) => `the price of ${name}: it would be above the MRP, as one of the two was changed since`,
      },
      books_cover_image_id_fkey: {
        columns: ["cover_image_id"],
        why: (name) => `the cover of ${name}: its picture no longer exists`,
      },
    },
    whyItStays: isNamed,
    instead: { is_listed: false },
    hold: lockBookSaving,
    async beforeComing(tx, rows) {
      const works = rows.filter(({ is_main: isMain }) => isMain === true).map(({ work_id: work }) => String(work));
      await tx.execute(sql`update books set is_main = false where is_main and work_id = any(${works}::text[])`);
    },
    async beforeGoing(tx, ids, at) {
      const { rows } = await tx.execute<{ id: string; isNamed: boolean }>(sql`
        select b.id, ${isNamedSql} as is_named from books b where b.id = any(${ids}::text[])`);
      const named = rows.flatMap((row) => (row.isNamed ? [row.id] : []));
      await saveDeletedBooks(
        tx,
        ids.filter((id) => !named.includes(id)),
        { at },
      );
      return new Map(named.map((id) => [id, isNamed]));
    },
    isStamped: true,
    async settle(tx, rows) {
      await chooseMainEditions(tx, [
        ...new Set(rows.flatMap(({ from, to }) => [from?.work_id, to?.work_id].filter((id) => typeof id === "string"))),
      ]);
    },
  },
  price_changes: partTable("books", "book_id"),
  stock_moves: partTable("books", "book_id"),
  moved_addresses: silentTable("books"),
  reviews: silentTable("books", {
    together: { testimonial_position: "home: the testimonials" },
    yields: { testimonial_position: null },
    refusals: { reviews_testimonial_position_key: homeIsTaken("testimonial_position", "the testimonials") },
  }),
};

function homeIsTaken(column: string, what: string) {
  return { columns: [column], why: () => `home: ${what} was changed since` };
}

/** Takes the import lock, because imports also write these names and addresses; fails while an import runs. */
function holdImports(tx: Db) {
  return withImportLock(tx, () => Promise.resolve());
}

/**
 * Keeps works that have an edition. A work that was reviewed since cannot be deleted, because its reviews would be
 * deleted with it.
 */
async function keepWorksInUse(tx: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; title: string; hasEditions: boolean; hasReviews: boolean }>(sql`
    select id, title, exists (select from books b where b.work_id = w.id) as has_editions,
      exists (select from reviews r where r.work_id = w.id) as has_reviews
    from works w where id = any(${ids}::text[])`);
  const reviewed = rows.find(({ hasEditions, hasReviews }) => !hasEditions && hasReviews);
  if (reviewed) throw new CannotUndo(`Nothing could be undone: readers reviewed ${reviewed.title} since.`);
  return new Map(rows.filter(({ hasEditions }) => hasEditions).map(({ id }) => [id, ""]));
}

/** Updates derived data of works: names of covers, main editions, and the search texts of works reverted in part. */
async function settleWorks(tx: Db, rows: UndoneRow[]): Promise<void> {
  const came = rows.filter(({ from, to }) => from === null && to !== null);
  await tx.execute(sql`
    delete from works w where id = any(${idsOf(came)}::text[]) and not exists (select from books b where b.work_id = w.id)`);
  const ids = idsOf(rows);
  const partial = await readWorksByIds(tx, idsOf(rows.filter(({ isPartial }) => isPartial)));
  await alterWorks(
    tx,
    [...partial.values()].map((entity) => ({ entity, after: {} })),
  );
  await chooseMainEditions(tx, ids);
  await updateCoverKeys(tx, ids);
}
