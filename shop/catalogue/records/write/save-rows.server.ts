/**
 * Writes the planned rows of an import batch, each table in one statement: publishers, authors, works, books and their
 * links.
 */
import { matchKey } from "#shop/catalogue/books/match-key.ts";
import { portraitKey } from "#covers/draw-portrait.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inOrder } from "#db/transaction.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";
import type { Entity, Origins } from "#shop/catalogue/records/entity.ts";
import { addLaterPrices, renewLaterPrices } from "./save-later-prices.server.ts";
import { editionColumns, workColumns } from "#shop/catalogue/records/columns.ts";
import { peopleIn, textIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields, FieldValue } from "#shop/catalogue/fields/field-values.ts";

/** An existing row and its changed fields. */
export interface Altered {
  entity: Entity;
  after: Fields;
}

/** The creator and time of new rows. */
interface Stamp {
  created_by: string;
  created_at: string;
}

interface Rows {
  added: Entity[];
  altered: Altered[];
}

const asRows = (added: Entity[], stamp: Stamp) =>
  JSON.stringify(added.map(({ id, now }) => ({ ...now, ...stamp, id })));

/**
 * The values of a column in new rows. Passing one array per column takes PostgreSQL a third of the time that rows as
 * JSON would take.
 */
const column = <T extends FieldValue>(added: Entity[], field: string) =>
  added.map(({ now }) => (now[field] ?? null) as T | null);
const texts = column<string>;
const idsOf = (added: Entity[]) => added.map(({ id }) => id);

export async function savePublishers(tx: Db, added: Entity[], stamp: Stamp): Promise<void> {
  if (added.length === 0) return;
  await tx.execute(sql`
    insert into publishers (id, name, name_key, parent_id, created_at)
    select id, name, name_key, parent_id, created_at
    from jsonb_populate_recordset(null::publishers, ${asRows(added, stamp)}::jsonb)`);
}

export async function saveCategories(tx: Db, added: Entity[], stamp: Stamp): Promise<void> {
  if (added.length === 0) return;
  await tx.execute(sql`
    insert into categories (id, name, description, parent_id, position, created_by, created_at)
    select id, name, description, parent_id, position, created_by, created_at
    from jsonb_populate_recordset(null::categories, ${asRows(added, stamp)}::jsonb)`);
}

export async function saveAuthors(tx: Db, { added, altered }: Rows, stamp: Stamp): Promise<void> {
  await inOrder([added.length > 0 && addAuthors(tx, added, stamp), altered.length > 0 && alterAuthors(tx, altered)]);
}

async function addAuthors(tx: Db, added: Entity[], stamp: Stamp) {
  const portraits = added.map(({ id, now }) => `/portraits/${portraitKey({ id, name: textIn(now, "name") })}-320.webp`);
  await tx.execute(sql`
      insert into authors (id, name, sort_name, name_key, bio, image_url, created_by, created_at)
      select given.*, ${stamp.created_by}, ${stamp.created_at}::timestamptz
      from unnest(${idsOf(added)}::text[], ${texts(added, "name")}::text[], ${texts(added, "sort_name")}::text[],
        ${texts(added, "name_key")}::text[], ${texts(added, "bio")}::text[], ${portraits}::text[]) as given`);
}

async function alterAuthors(tx: Db, altered: Altered[]) {
  await tx.execute(sql`
      update authors a set bio = change.bio
      from jsonb_to_recordset(${JSON.stringify(altered.map(({ entity, after }) => ({ ...after, id: entity.id })))}::jsonb)
        as change (id text, bio text)
      where a.id = change.id`);
}

export async function saveIdentifiers(
  tx: Db,
  identifiers: { scheme: string; value: string; authorId: string }[],
): Promise<void> {
  if (identifiers.length === 0) return;
  await tx.execute(sql`
    insert into author_identifiers (scheme, value, author_id)
    select scheme, value, "authorId" from jsonb_to_recordset(${JSON.stringify(identifiers)}::jsonb)
      as identifier (scheme text, value text, "authorId" text)
    on conflict do nothing`);
}

export async function saveSeries(tx: Db, added: Entity[], stamp: Stamp): Promise<void> {
  if (added.length === 0) return;
  await tx.execute(sql`
    insert into series (id, name, name_key, description, created_by, created_at)
    select id, name, name_key, description, created_by, created_at
    from jsonb_populate_recordset(null::series, ${asRows(added, stamp)}::jsonb)`);
}

export async function saveWorks(tx: Db, { added, altered }: Rows, stamp: Stamp): Promise<void> {
  await inOrder([
    added.length > 0 && addWorks(tx, added, stamp),
    altered.length > 0 && updateWorks(tx, altered),
    saveLinks(tx, { added, altered }),
  ]);
}

async function addWorks(tx: Db, added: Entity[], stamp: Stamp) {
  await tx.execute(sql`
      insert into works (id, search_text, match_key, source, work_reference, ${sql.columns(workColumns)},
        created_by, created_at)
      select given.*, ${stamp.created_by}, ${stamp.created_at}::timestamptz
      from unnest(${idsOf(added)}::text[], ${added.map(({ now }) => searchText(now))}::text[],
        ${texts(added, "match_key")}::text[], ${texts(added, "source")}::text[],
        ${texts(added, "work_reference")}::text[],
        ${sql.arrays(workColumns, (name) => column(added, name))}) as given`);
}

/** Updates existing works with their people, categories, series and subjects. */
export async function alterWorks(tx: Db, altered: Altered[]): Promise<void> {
  await inOrder([altered.length > 0 && updateWorks(tx, altered), saveLinks(tx, { added: [], altered })]);
}

async function updateWorks(tx: Db, altered: Altered[]) {
  const rows = altered.map(({ entity: { id, now, origins }, after }) => ({
    id,
    fields: { ...after, ...derivedFields(now, origins) },
  }));
  await tx.execute(sql`
      update works w set (search_text, match_key, ${sql.columns(workColumns)}) = (
        select n.search_text, n.match_key, ${sql.columns(workColumns, "n")}
        from jsonb_populate_record(w, change.fields) n)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (id text, fields jsonb)
      where w.id = change.id`);
}

/** Replaces the people, categories, series and subjects of works, where the batch changes them. */
async function saveLinks(tx: Db, { added, altered }: Rows) {
  const renewed = (link: string) => altered.filter(({ after }) => link in after).map(({ entity }) => entity);
  const listed = <T extends FieldValue>(link: string) =>
    [...added, ...renewed(link)].flatMap(({ id, now }) =>
      ((now[link] ?? []) as T[]).map((value, position) => ({ id, value, position })),
    );
  await inOrder([
    saveContributors(tx, idsOf(renewed("contributors")), listed("contributors")),
    saveWorkCategories(tx, idsOf(renewed("categories")), listed("categories")),
    saveSubjects(tx, idsOf(renewed("subjects")), listed("subjects")),
    saveSeriesWorks(
      tx,
      idsOf(renewed("series")),
      [...added, ...renewed("series")].flatMap(({ id, now }) =>
        now.series ? [{ id, value: now.series as [string, number | null] }] : [],
      ),
    ),
  ]);
}

/** An entry of a work's list. */
interface Linked<T> {
  /** The work's id. */
  id: string;
  value: T;
  position: number;
}

async function saveContributors(tx: Db, renewed: string[], people: Linked<[string, string]>[]) {
  await inOrder([
    renewed.length > 0 && tx.execute(sql`delete from work_contributors where work_id = any(${renewed}::text[])`),
    people.length > 0 &&
      tx.execute(sql`
      insert into work_contributors (work_id, author_id, role, position)
      select * from unnest(${people.map(({ id }) => id)}::text[], ${people.map(({ value }) => value[0])}::text[],
        ${people.map(({ value }) => value[1])}::text[], ${people.map(({ position }) => position)}::int[])`),
  ]);
}

async function saveWorkCategories(tx: Db, renewed: string[], categories: Linked<string>[]) {
  await inOrder([
    renewed.length > 0 && tx.execute(sql`delete from work_categories where work_id = any(${renewed}::text[])`),
    categories.length > 0 &&
      tx.execute(sql`
      insert into work_categories (work_id, category_id, position)
      select * from unnest(${categories.map(({ id }) => id)}::text[], ${categories.map(({ value }) => value)}::text[],
        ${categories.map(({ position }) => position)}::int[])`),
  ]);
}

async function saveSubjects(tx: Db, renewed: string[], subjects: Linked<[string, string]>[]) {
  await inOrder([
    renewed.length > 0 && tx.execute(sql`delete from work_subjects where work_id = any(${renewed}::text[])`),
    subjects.length > 0 &&
      tx.execute(sql`
      insert into work_subjects (work_id, scheme, code)
      select * from unnest(${subjects.map(({ id }) => id)}::text[], ${subjects.map(({ value }) => value[0])}::text[],
        ${subjects.map(({ value }) => value[1])}::text[])`),
  ]);
}

async function saveSeriesWorks(tx: Db, renewed: string[], places: Omit<Linked<[string, number | null]>, "position">[]) {
  await inOrder([
    renewed.length > 0 && tx.execute(sql`delete from series_works where work_id = any(${renewed}::text[])`),
    places.length > 0 &&
      tx.execute(sql`
      insert into series_works (series_id, work_id, position)
      select * from unnest(${places.map(({ value }) => value[0])}::text[], ${places.map(({ id }) => id)}::text[],
        ${places.map(({ value }) => value[1])}::numeric[])`),
  ]);
}

/** Inserts and updates editions; `coverKeys` contains the keys of the drawn covers of new editions. */
export async function saveBooks(
  tx: Db,
  { added, altered }: Rows,
  stamp: Stamp,
  coverKeys: Map<string, string> = new Map(),
): Promise<void> {
  await inOrder([
    added.length > 0 && addBooks(tx, added, stamp, coverKeys),
    addLaterPrices(tx, added),
    alterBooks(tx, altered),
  ]);
}

async function addBooks(tx: Db, added: Entity[], stamp: Stamp, coverKeys: Map<string, string>) {
  await tx.execute(sql`
      insert into books (id, work_id, is_main, publisher, publisher_id, is_listed, source, record_reference, cover_key,
        ${sql.columns(editionColumns)}, created_by, created_at)
      select given.*, ${stamp.created_by}, ${stamp.created_at}::timestamptz
      from unnest(${idsOf(added)}::text[], ${texts(added, "work_id")}::text[],
        ${column<boolean>(added, "is_main")}::boolean[], ${texts(added, "publisher")}::text[],
        ${texts(added, "publisher_id")}::text[], ${column<boolean>(added, "is_listed")}::boolean[],
        ${texts(added, "source")}::text[], ${texts(added, "record_reference")}::text[],
        ${added.map(({ id }) => coverKeys.get(id) ?? "")}::text[],
        ${sql.arrays(editionColumns, (name) => column(added, name))}) as given`);
}

/** Updates existing editions and their announced prices. */
export async function alterBooks(tx: Db, altered: Altered[]): Promise<void> {
  if (altered.length === 0) return;
  const renewed = altered.filter(({ after }) => "later_prices" in after).map(({ entity }) => entity);
  await inOrder([updateBooks(tx, altered), renewLaterPrices(tx, renewed)]);
}

async function updateBooks(tx: Db, altered: Altered[]) {
  const rows = altered.map(({ entity: { id }, after }) => ({ id, fields: after }));
  await tx.execute(sql`
      update books b set (publisher, publisher_id, is_listed, source, record_reference, ${sql.columns(editionColumns)}) = (
        select n.publisher, n.publisher_id, n.is_listed, n.source, n.record_reference, ${sql.columns(editionColumns, "n")}
        from jsonb_populate_record(b, change.fields) n)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (id text, fields jsonb)
      where b.id = change.id`);
}

/**
 * Inserts the stock of new editions with a stock move, because the copies on hand must equal the sum of the stock
 * moves.
 */
export async function receiveCopies(
  tx: Db,
  copies: Map<string, number>,
  {
    importId,
    staffId = null,
    program = "",
    now,
  }: { importId: number | null; staffId?: number | null | undefined; program?: string | undefined; now: Date },
): Promise<void> {
  if (copies.size === 0) return;
  const ids = [...copies.keys()];
  const numbers = [...copies.values()];
  await tx.execute(sql`
    with fresh as (
      insert into stock (book_id, on_hand)
      select id, copies from unnest(${ids}::text[], ${numbers}::int[]) as given (id, copies)
      returning book_id, on_hand)
    insert into stock_moves (book_id, delta, cause, import_id, staff_id, program, created_at)
    select book_id, on_hand, 'received', ${importId}::bigint, ${staffId}::bigint, ${program}, ${now} from fresh where on_hand > 0`);
}

/** The columns of a work that are computed from other fields. A work that was split off by hand keeps its match key. */
function derivedFields(now: Fields, origins: Origins): Fields {
  if (origins.match_key?.by === "person") return { search_text: searchText(now) };
  const [firstAuthor] = peopleIn(now);
  return { search_text: searchText(now), match_key: matchKey(textIn(now, "title"), firstAuthor?.[0]) };
}

/** Title and subtitle in the folded form of the search. */
function searchText(fields: Fields): string {
  const title = textIn(fields, "title");
  return foldForSearch(fields.subtitle ? `${title}: ${textIn(fields, "subtitle")}` : title);
}
