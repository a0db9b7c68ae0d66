/** Reads a book for the desk's form, the paths of all categories, and books by ISBN. */
import { createHash } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { formatField, type BookValues } from "./book-values.ts";
import { editionColumns, workColumns } from "#shop/catalogue/records/columns.ts";
import { fieldsOfRow, toRawFields } from "#shop/catalogue/fields/write-fields.ts";
import { isNamedSql } from "#shop/catalogue/editing/delete-books.server.ts";
import type { DeskBook, CategoryPath } from "./desk-book.ts";
import { formFields, valuesOfRaw } from "./form-fields.ts";

/** A book with the columns of its edition and work that `toRawFields` reads. */
interface BookRow {
  workId: string;
  publisher: string;
  isListed: boolean;
  isMain: boolean;
  coverKey: string;
  hasPicture: boolean;
  onHand: number;
  reserved: number;
  isNamed: boolean;
  people: { name: string; role: ContributorRole }[];
  categories: string[];
  series: { name: string; position: number | null } | null;
  laterMrps: DeskBook["laterMrps"];
  otherEditions: DeskBook["otherEditions"];
  design: DeskBook["design"];
}

/** Reads a book for the desk's form; null for an unknown id. */
export async function findDeskBook(db: Db, bookId: string): Promise<DeskBook | null> {
  const { rows } = await db.execute<BookRow>(sql`
    select b.work_id, b.publisher, b.is_listed, b.is_main, ${sql.columns(editionColumns, "b")},
      ${sql.columns(workColumns, "w")},
      ${coverKeySql} as cover_key, b.cover_image_id is not null as has_picture,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved,
      ${isNamedSql} as is_named,
      (select coalesce(json_agg(json_build_object('name', a.name, 'role', c.role) order by c.position), '[]')
        from work_contributors c join authors a on a.id = c.author_id where c.work_id = w.id) as people,
      (select coalesce(json_agg(${pathSql} order by wc.position), '[]')
        from work_categories wc join categories k on k.id = wc.category_id left join categories p on p.id = k.parent_id
        where wc.work_id = w.id) as categories,
      (select json_build_object('name', r.name, 'position', sw.position)
        from series_works sw join series r on r.id = sw.series_id where sw.work_id = w.id order by r.id limit 1) as series,
      (select coalesce(json_agg(json_build_object('beginsOn', l.begins_on, 'mrpPaise', l.mrp_paise) order by l.begins_on), '[]')
        from later_prices l where l.book_id = b.id) as later_mrps,
      (select coalesce(json_agg(json_build_object('id', e.id, 'format', e.format, 'language', e.language, 'isListed', e.is_listed)
          order by e.is_main desc, e.id), '[]')
        from books e where e.work_id = w.id and e.id <> b.id) as other_editions,
      (select json_build_object('layout', d.layout, 'inks', d.inks, 'isPinned', d.chosen_by is not null)
        from cover_designs d where d.work_id = w.id) as design
    from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id
    where b.id = ${bookId}`);
  const row = rows[0];
  if (!row) return null;
  const {
    workId,
    isListed,
    isMain,
    coverKey,
    hasPicture,
    onHand,
    reserved,
    isNamed,
    laterMrps,
    otherEditions,
    design,
  } = row;
  const values = valuesOf(row);
  const identity = { id: bookId, workId, values, version: versionOf(values), isListed, isMain };
  return { ...identity, coverKey, hasPicture, onHand, reserved, isNamed, laterMrps, otherEditions, design };
}

/**
 * Hash of all form fields with their names, so that it does not match the hash of a form with other fields, which an
 * older version of the shop rendered.
 */
export function versionOf(values: BookValues): string {
  const all = formFields.map((field) => [field.name, formatField(values, field)]);
  return createHash("sha256").update(JSON.stringify(all)).digest("hex").slice(0, 16);
}

/** `Fiction > Crime`; `k` is the category, `p` its parent. */
const pathSql = sql`coalesce(p.name || ' > ', '') || k.name`;

/** All categories with their paths, in the shop's order. */
export async function listCategoryPaths(db: Db): Promise<CategoryPath[]> {
  const { rows } = await db.execute<CategoryPath>(sql`
    select k.id, ${pathSql} as path from categories k left join categories p on p.id = k.parent_id
    order by coalesce(p.position, k.position), coalesce(p.id, k.id), k.parent_id nulls first, k.position, k.id`);
  return rows;
}

/** The book with this ISBN, listed or not; null if there is none. */
export async function findBookByIsbn(db: Db, isbn13: string): Promise<{ id: string; title: string } | null> {
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select b.id, w.title from books b join works w on w.id = b.work_id where b.isbn13 = ${isbn13}`);
  return rows[0] ?? null;
}

function valuesOf(row: BookRow): BookValues {
  const { publisher, people, categories, series } = row;
  const values = valuesOfRaw({
    ...toRawFields(fieldsOfRow(row)),
    publisher,
    contributors: people,
    subjects: categories.map((code) => ({ scheme: "name", code })),
    ...(series && {
      series: { name: series.name, ...(series.position !== null && { position: String(Number(series.position)) }) },
    }),
  });
  return { ...emptyValues, ...values };
}

/** Inputs that are always in the form have an empty value if the book has none. */
const emptyValues: BookValues = Object.fromEntries(
  formFields
    .filter(({ kind }) => kind !== "people" && kind !== "categories")
    .flatMap(({ inputs }) => inputs.map((input) => [input, ""])),
);
