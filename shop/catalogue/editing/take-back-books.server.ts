import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { nameCovers } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import type { Entity, Origins } from "#shop/catalogue/records/entity.ts";
import { readBooksByIds, readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";
import { alterBooks, alterWorks, type Altered } from "#shop/catalogue/records/write/save-rows.server.ts";
import { restoreOrigins } from "#shop/catalogue/import/undo-import.server.ts";
import {
  fieldsToPutBack,
  type Change,
  type Kept,
  type NamedChange,
  type TakeBack,
} from "#shop/kernel/audit-log/change.ts";
import { deleteOrKeep } from "./delete-books.server.ts";
import { nameColumn } from "./name-column.ts";
import { takeTurn } from "./take-turn.server.ts";
import { restoreWholeBook, type WholeBook } from "./whole-book.server.ts";

/** Editions: their fields, whether they are listed, and that they were added. A book that was sold is unlisted in place of deleted. */
export const takeBackBooks: TakeBack = async ({ db: tx }, changes, at) => {
  await takeTurn(tx);
  const books = await readBooksByIds(tx, keysOf(changes));
  const taking = new Taking(books, changes);
  const created = changes.filter(({ before }) => before === null);
  for (const change of changes) if (change.before !== null) taking.putBack(change);
  await taking.keepTakenIsbns(tx);
  await taking.keepLostCovers(tx);
  await asUndo(tx, changes.length, async () => {
    await alterBooks(tx, taking.altered);
    await putBackMains(tx, taking.altered);
    await putBackCovers(tx, taking.altered);
    await restoreOrigins(tx, "books", taking.altered, at);
    await chooseMainEditions(tx, worksOf(taking.altered.map(({ entity }) => entity)));
    await takeBackAdded(tx, created, books, { taking, at });
  });
  return { done: taking.done.filter(isAnything), kept: taking.kept };
};

/** Editions that were deleted: they come back with all that was theirs. */
export const takeBackDeletedBooks: TakeBack = async ({ db: tx }, changes) => {
  await takeTurn(tx);
  const done: Change[] = [];
  const kept: Kept[] = [];
  await asUndo(tx, changes.length, async () => {
    for (const { kind, key, before } of changes) {
      const book = before as unknown as WholeBook;
      const missing = await restoreWholeBook(tx, key, book);
      const keep = (why: string) => kept.push({ kind, key, why });
      if (typeof missing === "string") keep(`“${book.title}” stays deleted: ${missing}`);
      else {
        done.push({ kind: "book", key, before: null, after: { title: book.title } });
        for (const part of missing) keep(`“${book.title}” is back without ${part}, which is gone or taken by now`);
      }
    }
  });
  return { done, kept };
};

/** Works: their fields, people, series and categories. */
export const takeBackWorks: TakeBack = async ({ db: tx }, changes, at) => {
  await takeTurn(tx);
  const works = await readWorksByIds(tx, keysOf(changes));
  const taking = new Taking(works, changes);
  for (const change of changes) taking.putBack(change);
  await asUndo(tx, changes.length, async () => {
    await alterWorks(tx, taking.altered);
    await restoreOrigins(tx, "works", taking.altered, at);
    await nameCovers(tx, keysOf(taking.done));
  });
  return { done: taking.done, kept: taking.kept };
};

/** Collects what goes back and what stays. */
class Taking {
  readonly #entities: Map<string, Entity>;
  readonly altered: Altered[] = [];
  readonly done: Change[] = [];
  readonly kept: Kept[] = [];

  readonly #names: Map<string, string>;

  constructor(entities: Map<string, Entity>, changes: NamedChange[]) {
    this.#entities = entities;
    this.#names = new Map(changes.map(({ key, name }) => [key, name]));
  }

  /** Sets the fields of a change back that still are as it left them. */
  putBack(change: NamedChange) {
    const entity = this.#entities.get(change.key);
    if (!entity) return this.keep(change, `${change.name} is not here any more`);
    if (change.after === null) return this.keep(change, `${change.name} was deleted: add it again`);
    const { putBack, changedSince } = fieldsToPutBack(change, entity.now);
    for (const field of changedSince) this.keep(change, `the ${nameColumn(field)} of ${change.name} was changed since`);
    const prices = { ...entity.now, ...(putBack as Fields) };
    if (Number(prices.price_paise) > Number(prices.mrp_paise)) {
      delete putBack.price_paise;
      delete putBack.mrp_paise;
      this.keep(change, `the price of ${change.name}: it would be above the MRP, of which one was changed since`);
    }
    if (Object.keys(putBack).length === 0) return;
    const pick = (fields: Fields) =>
      Object.fromEntries(Object.keys(putBack).map((name) => [name, fields[name] ?? null]));
    const origins = (change.before?.field_origins ?? {}) as Record<string, Origins[string] | null>;
    const wereOrigins = pick(entity.origins as never);
    this.done.push({
      kind: change.kind,
      key: change.key,
      before: { ...pick(entity.now), field_origins: wereOrigins },
      after: putBack,
    });
    for (const field of Object.keys(putBack)) {
      if (origins[field]) entity.origins[field] = origins[field];
      else delete entity.origins[field];
    }
    Object.assign(entity.now, putBack);
    this.altered.push({ entity, after: putBack as Fields });
  }

  /** An ISBN that another book has by now stays where it is. */
  async keepTakenIsbns(tx: Db) {
    const wanted = this.altered.filter(({ after }) => typeof after.isbn13 === "string");
    if (wanted.length === 0) return;
    const { rows } = await tx.execute<{ id: string; isbn13: string; title: string }>(sql`
      select b.id, b.isbn13, w.title from books b join works w on w.id = b.work_id where b.isbn13 = any(${wanted.map(({ after }) => after.isbn13 as string)}::text[])`);
    for (const { entity, after } of wanted) {
      const other = rows.find(({ id, isbn13 }) => isbn13 === after.isbn13 && id !== entity.id);
      if (!other) continue;
      this.#leave(entity, after, "isbn13", `the ISBN of ${this.#names.get(entity.id)!}: ${other.title} has it now`);
    }
  }

  /** A picture that is not kept any more cannot be the cover again. */
  async keepLostCovers(tx: Db) {
    const wanted = this.altered.filter(({ after }) => typeof after.cover_image_id === "string");
    if (wanted.length === 0) return;
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from cover_images where id = any(${wanted.map(({ after }) => after.cover_image_id as string)}::text[])
        and is_stored for key share`);
    for (const { entity, after } of wanted)
      if (!rows.some(({ id }) => id === after.cover_image_id))
        this.#leave(
          entity,
          after,
          "cover_image_id",
          `the cover of ${this.#names.get(entity.id)!}: its picture is not kept any more`,
        );
  }

  #leave(entity: Entity, after: Fields, field: string, why: string) {
    const change = this.done.find(({ key }) => key === entity.id)!;
    delete after[field];
    delete change.after![field];
    delete change.before![field];
    this.keep(change, why);
  }

  keep({ kind, key }: Change, why: string) {
    this.kept.push({ kind, key, why });
  }
}

/** Books that were added are deleted, with works that are left without an edition; those that were sold are unlisted. */
async function takeBackAdded(
  tx: Db,
  created: NamedChange[],
  books: Map<string, Entity>,
  { taking, at }: { taking: Taking; at: Date },
) {
  const there = created.filter(({ key }) => books.has(key));
  const { kept: named, changes: deleted } = await deleteOrKeep(tx, keysOf(there), at);
  taking.done.push(...deleted);
  for (const change of there) {
    const { kind, key, name } = change;
    if (!named.has(key)) continue;
    const why = "an order, an offer or a reader names it, so it is hidden from readers and not deleted";
    taking.keep(change, `${name}: ${why}`);
    if (books.get(key)!.now.is_listed === true)
      taking.done.push({ kind, key, before: { is_listed: true, field_origins: {} }, after: { is_listed: false } });
  }
  await tx.execute(sql`update books set is_listed = false where id = any(${[...named]}::text[]) and is_listed`);
}

/** Which edition stands for a work: what no longer does gives way first. */
async function putBackMains(tx: Db, altered: Altered[]) {
  const of = (isMain: boolean) =>
    altered.filter(({ after }) => after.is_main === isMain).map(({ entity }) => entity.id);
  await tx.execute(sql`update books set is_main = false where id = any(${of(false)}::text[]) and is_main`);
  await tx.execute(sql`
    update books b set is_main = true where id = any(${of(true)}::text[])
      and not exists (select from books o where o.work_id = b.work_id and o.is_main)`);
}

/** A picture as the cover, or none. */
async function putBackCovers(tx: Db, altered: Altered[]) {
  const given = altered.filter(({ after }) => "cover_image_id" in after);
  if (given.length === 0) return;
  await tx.execute(sql`
    update books b set cover_image_id = given.picture
    from unnest(${given.map(({ entity }) => entity.id)}::text[], ${given.map(({ after }) => after.cover_image_id as string | null)}::text[])
      as given (id, picture)
    where b.id = given.id`);
}

/** Whose the fields were is put back by hand, as an undone import does it. */
async function asUndo(tx: Db, rows: number, work: () => Promise<void>) {
  const lists = rows > 100 ? "later" : "";
  await tx.execute(sql`
    select set_config('endpaper.cause', 'undo desk', true), set_config('endpaper.listings', ${lists}, true)`);
  await work();
  await tx.execute(sql`select set_config('endpaper.cause', '', true)`);
}

function isAnything({ after }: Change): boolean {
  return after === null || Object.keys(after).length > 0;
}

function keysOf(changes: Change[]): string[] {
  return changes.map(({ key }) => key);
}

function worksOf(books: Entity[]): string[] {
  return [...new Set(books.map(({ now }) => textIn(now, "work_id")))];
}
