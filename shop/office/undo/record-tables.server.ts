/** Rules for the undo of authors, series and categories. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { moveAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { drawCoversOf } from "#shop/catalogue/merging/authors/author-record.server.ts";
import { faultOfCategory } from "#shop/catalogue/merging/category-record.server.ts";
import { idsOf, keyText, partTable, type RowChange, type UndoableTables, type UndoneRow } from "./undoable-table.ts";

/** The tables to which works refer, in the order of inserts. */
export const recordTables: UndoableTables = {
  authors: {
    needs: "books",
    words: "Author",
    names: { thing: "author", by: "id" },
    subject: (name) => `the author ${name}`,
    labels: {
      name: "the name",
      sort_name: "the name for sorting",
      bio: "the biography",
      is_featured: "whether the home page shows them",
      author_names: "the names in other scripts",
      author_aliases: "the other names in imports",
      author_identifiers: "the numbers",
    },
    hold: lockBookSaving,
    async beforeGoing(tx, ids) {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select distinct author_id as id from work_contributors where author_id = any(${ids}::text[])`);
      return new Map(rows.map(({ id }) => [id, "they have a book now"]));
    },
    isStamped: true,
    settle: settleAuthors,
  },
  author_names: partTable("authors", "author_id", { field: "names", shows: ({ name }) => name }),
  author_aliases: partTable("authors", "author_id", { field: "aliases", shows: ({ name_key: key }) => key }),
  author_identifiers: partTable("authors", "author_id", {
    field: "identifiers",
    shows: ({ scheme, value }) => [scheme, value],
  }),
  series: {
    needs: "books",
    words: "Series",
    names: { thing: "series", by: "id" },
    subject: (name) => `the series ${name}`,
    labels: { name: "the name", description: "the description" },
    refusals: {
      series_name_key: { columns: ["name", "name_key"], why: (name) => `the series ${name}: another one has its name` },
    },
    hold: lockBookSaving,
    async beforeGoing(tx, ids) {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select distinct series_id as id from series_works where series_id = any(${ids}::text[])`);
      return new Map(rows.map(({ id }) => [id, "it has books"]));
    },
    async settle(tx, rows, at) {
      await tx.execute(sql`
        update series set field_origins = field_origins || ${byPerson(at)}::jsonb where id = any(${idsOf(rows)}::text[])`);
    },
  },
  categories: {
    needs: "books",
    words: "Category",
    names: { thing: "category", by: "id" },
    subject: (name) => `the category ${name}`,
    labels: {
      name: "the name",
      description: "the description",
      parent_id: "the category above it",
      position: "its place",
      mood: "the look of its covers",
      endpaper: "its paper",
      subject_categories: "the subjects that belong to it",
    },
    whyItStays: "other categories stand under it",
    hold: lockBookSaving,
    async beforeGoing(tx, ids) {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select id from categories k where id = any(${ids}::text[])
          and exists (select from work_categories w where w.category_id = k.id)`);
      return new Map(rows.map(({ id }) => [id, "it has books"]));
    },
    async fault({ db }, { key, to }) {
      if (to === null) return null;
      const { rows } = await db.execute<{ name: string; parentId: string | null; isTooDeep: boolean }>(sql`
        select k.name, k.parent_id, k.parent_id is not null and (p.parent_id is not null
          or exists (select from categories c where c.parent_id = k.id)) as is_too_deep
        from categories k left join categories p on p.id = k.parent_id where k.id = ${keyText(key)}`);
      const [category] = rows;
      if (category?.isTooDeep) return "a category below another one cannot have categories below it";
      return category ? faultOfCategory(db, keyText(key), category) : null;
    },
    async settle(tx, rows, at) {
      await tx.execute(sql`
        update categories set field_origins = field_origins || ${byPerson(at)}::jsonb where id = any(${idsOf(rows)}::text[])`);
    },
  },
  subject_categories: partTable("categories", "category_id", {
    field: "subjects",
    shows: ({ scheme, code }) => [scheme, code],
  }),
};

/**
 * Redraws covers, which show names of authors. The address of an author added by a split redirects to the author with
 * the works.
 */
async function settleAuthors(tx: Db, rows: UndoneRow[], at: Date, changes: RowChange[]): Promise<void> {
  const ids = idsOf(rows);
  for (const id of ids) await drawCoversOf(tx, id);
  const ofPeople = changes.filter(({ kind }) => kind === "work_contributors");
  for (const id of idsOf(rows.filter(({ to }) => to === null))) {
    const theirs = ofPeople.find(({ before, after }) => before === null && after?.author_id === id)?.after;
    const was = ofPeople.find(
      ({ before, after }) =>
        after === null && before?.work_id === theirs?.work_id && before?.position === theirs?.position,
    );
    if (theirs && was) await moveAddress(tx, "author", id, String(was.key.author_id), at);
  }
}

function byPerson(at: Date): string {
  return JSON.stringify({ name: { by: "person", at: at.toISOString() } });
}
