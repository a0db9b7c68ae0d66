/** Reads and locks the rows of the catalogue that a batch of import records refers to. */
import { matchKey, nameKey } from "#shop/catalogue/books/match-key.ts";
import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { inOrder } from "#db/transaction.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { storedEntity, type Entity, type Origins } from "#shop/catalogue/records/entity.ts";
import {
  readAliases,
  readAuthors,
  readFirstAuthors,
  readIdentifiers,
  readOtherNames,
} from "./read-known-authors.server.ts";
import {
  furtherIds,
  idsOfName,
  present,
  unique,
  usualIds,
  type KnownRecords,
} from "#shop/catalogue/records/known-records.ts";
import { readPublishers, readSeries } from "./read-known-series.server.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";

/**
 * Reads the rows for a batch's records, and locks its editions and works against other writers. Readers and checkouts
 * do not wait for these locks.
 */
export async function readKnownRecords(tx: Db, source: string, records: BookRecord[]): Promise<KnownRecords> {
  const references = present(records.map((record) => record.reference));
  const shopIds = present(records.map((record) => record.shopId));
  const isbns = present(records.map((record) => record.isbn13));
  const workReferences = present(records.map((record) => record.workReference));
  const people = records.flatMap((record) => record.contributors ?? []);
  const names = unique(people.flatMap(({ name, otherNames = [] }) => [name, ...otherNames].map(nameKey)));
  const numbers = people.flatMap(({ identifiers }) => identifiers);
  const publishers = unique(present(records.flatMap(({ publisher, publisherGroup }) => [publisher, publisherGroup])));
  const series = unique(present(records.map((record) => record.series?.name)));

  const [books, authors, identifiers, aliases, knownPublishers, knownSeries] = await inOrder([
    readBooks(tx, source, { shopIds, references, isbns }),
    readAuthors(tx, names, numbers),
    readIdentifiers(tx, names, numbers),
    readAliases(tx, names),
    readPublishers(tx, publishers.map(nameKey)),
    readSeries(tx, series),
  ]);
  const authorsByName = Map.groupBy(authors.values(), ({ now }) =>
    typeof now.name_key === "string" ? now.name_key : "",
  );
  for (const { nameKey: name, authorId } of aliases) {
    const author = authors.get(authorId);
    if (author) authorsByName.set(name, [...(authorsByName.get(name) ?? []), author]);
  }
  const matchKeys = records.flatMap(({ title, contributors: [writer] = [] }) => {
    if (!title || !writer) return [];
    return (authorsByName.get(nameKey(writer.name)) ?? []).flatMap(({ id }) => matchKey(title, id) ?? []);
  });
  const keys = { references: workReferences, matchKeys: unique(matchKeys) };
  const joined = await readMergedWorks(tx, source, keys);
  const ofBooks = [...books.values()].map((book) => textIn(book.now, "work_id"));
  const ids = unique([...ofBooks, ...joined.map(({ workId }) => workId)]);
  const works = await readWorks(tx, source, { ...keys, ids });
  const otherNames = await readOtherNames(tx, [...authors.keys()]);
  const otherAuthors = await readFirstAuthors(tx, [...works.values()], authors);
  // Only records with a reference to their work can be its translations.
  const { languages, inOtherLanguages } = await readLanguages(tx, workReferences.length > 0 ? works : new Map());
  const known: KnownRecords = {
    books,
    bookByReference: new Map(),
    bookByIsbn: new Map(),
    works,
    workByReference: new Map(),
    workByMatchKey: new Map(),
    authors,
    authorsByName,
    authorByIdentifier: new Map(),
    identifiers: new Map(),
    otherNames,
    languages,
    inOtherLanguages,
    otherAuthors,
    publisherByName: knownPublishers,
    seriesByName: knownSeries,
    taken: { book: new Set(), author: new Set(), publisher: new Set(), series: new Set() },
  };
  for (const book of books.values()) {
    const { source: from, record_reference: reference, isbn13 } = book.now;
    if (from === source && typeof reference === "string" && reference) known.bookByReference.set(reference, book);
    if (typeof isbn13 === "string" && isbn13) known.bookByIsbn.set(isbn13, book);
  }
  for (const work of works.values()) {
    const { source: from, work_reference: reference, match_key: key } = work.now;
    if (from === source && typeof reference === "string" && reference) known.workByReference.set(reference, work);
    if (typeof key === "string" && key && !known.workByMatchKey.has(key)) known.workByMatchKey.set(key, work);
  }
  for (const { workId, reference, matchKey: key } of joined) {
    const work = works.get(workId);
    if (!work) continue;
    if (reference && !known.workByReference.has(reference)) known.workByReference.set(reference, work);
    if (key && !known.workByMatchKey.has(key)) known.workByMatchKey.set(key, work);
  }
  for (const { key, authorId } of identifiers) {
    const author = authors.get(authorId);
    if (!author) continue;
    known.authorByIdentifier.set(key, author);
    known.identifiers.set(authorId, (known.identifiers.get(authorId) ?? new Set()).add(key));
  }
  // An author with a known name may be another person if the record has identifiers.
  const newNames = names.filter((name) => !authorsByName.has(name) || numbers.length > 0);
  const isNew = ({ shopId, reference, isbn13 }: BookRecord) =>
    !(shopId && books.has(shopId)) &&
    !(reference && known.bookByReference.has(reference)) &&
    !(isbn13 && known.bookByIsbn.has(isbn13));
  known.taken = await readTakenIds(tx, records.filter(isNew), {
    isNewName: new Set(newNames),
    knownPublishers,
    knownSeries,
  });
  return known;
}

interface EntityRow {
  id: string;
  fields: Fields;
  origins: Origins;
}

function toEntities(rows: EntityRow[]): Map<string, Entity> {
  return new Map(rows.map((row) => [row.id, toEntity(row)]));
}

function toEntity({ id, fields, origins }: EntityRow): Entity {
  return storedEntity(id, fields, origins);
}

function readBooks(
  tx: Db,
  source: string,
  { shopIds, references, isbns }: { shopIds: string[]; references: string[]; isbns: string[] },
) {
  return readBookRows(
    tx,
    sql`b.id in (
      select id from books where id = any(${shopIds}::text[])
      union select id from books where source = ${source} and record_reference = any(${references}::text[])
      union select id from books where isbn13 = any(${isbns}::text[]))`,
  );
}

/** Editions by id, locked against other writers. */
export function readBooksByIds(tx: Db, ids: string[]): Promise<Map<string, Entity>> {
  return readBookRows(tx, sql`b.id = any(${ids}::text[])`);
}

async function readBookRows(tx: Db, where: SQL) {
  const { rows } = await tx.execute<EntityRow>(sql`
    select b.id, b.field_origins as origins, to_jsonb(b) - 'field_origins' || jsonb_build_object('later_prices', (
        select coalesce(jsonb_agg(jsonb_build_array(l.begins_on, l.mrp_paise, l.price_paise) order by l.begins_on), '[]')
        from later_prices l where l.book_id = b.id)) as fields
    from books b where ${where} order by b.id for no key update`);
  return toEntities(rows);
}

function readWorks(
  tx: Db,
  source: string,
  { ids, references, matchKeys }: { ids: string[]; references: string[]; matchKeys: string[] },
) {
  return readWorkRows(
    tx,
    sql`w.id in (
      select unnest(${ids}::text[])
      union select id from works where source = ${source} and work_reference = any(${references}::text[])
      union select id from works where match_key = any(${matchKeys}::text[]))`,
  );
}

/** The former keys of works that were merged by hand, with the work that each now refers to. */
async function readMergedWorks(
  tx: Db,
  source: string,
  { references, matchKeys }: { references: string[]; matchKeys: string[] },
) {
  const { rows } = await tx.execute<{ workId: string; reference: string | null; matchKey: string | null }>(sql`
    select work_id, case when source = ${source} then work_reference end as reference, match_key
    from joined_works
    where (source = ${source} and work_reference = any(${references}::text[])) or match_key = any(${matchKeys}::text[])
    order by old_id`);
  return rows;
}

/** Works with their people, categories, series and subjects, locked against other writers. */
export function readWorksByIds(tx: Db, ids: string[]): Promise<Map<string, Entity>> {
  return readWorkRows(tx, sql`w.id = any(${ids}::text[])`);
}

async function readWorkRows(tx: Db, where: SQL) {
  const { rows } = await tx.execute<EntityRow & { links: Fields }>(sql`
    select w.id, to_jsonb(w) - 'field_origins' as fields, w.field_origins as origins,
      jsonb_build_object(
        'contributors', (select coalesce(jsonb_agg(jsonb_build_array(c.author_id, c.role) order by c.position), '[]')
          from work_contributors c where c.work_id = w.id),
        'categories', (select coalesce(jsonb_agg(k.category_id order by k.position), '[]')
          from work_categories k where k.work_id = w.id),
        'series', (select jsonb_build_array(s.series_id, s.position)
          from series_works s where s.work_id = w.id order by s.series_id limit 1),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_array(j.scheme, j.code) order by j.scheme, j.code), '[]')
          from work_subjects j where j.work_id = w.id)) as links
    from works w where ${where} order by w.id for no key update`);
  return toEntities(rows.map(({ links, ...row }) => ({ ...row, fields: { ...row.fields, ...links } })));
}

/** The languages of works and of their translations; reads and locks the latter too. */
async function readLanguages(
  tx: Db,
  works: Map<string, Entity>,
): Promise<Pick<KnownRecords, "languages" | "inOtherLanguages">> {
  const known: Pick<KnownRecords, "languages" | "inOtherLanguages"> = {
    languages: new Map(),
    inOtherLanguages: new Map(),
  };
  if (works.size === 0) return known;
  const { rows } = await tx.execute<{ workId: string; otherId: string }>(sql`
    select mine.work_id, other.work_id as other_id
    from translations mine join translations other on other.title_id = mine.title_id and other.work_id <> mine.work_id
    where mine.work_id = any(${[...works.keys()]}::text[]) order by mine.work_id, other.work_id`);
  for (const { workId, otherId } of rows)
    known.inOtherLanguages.set(workId, [...(known.inOtherLanguages.get(workId) ?? []), otherId]);
  const others = unique(rows.map(({ otherId }) => otherId)).filter((id) => !works.has(id));
  for (const [id, work] of await readWorksByIds(tx, others)) works.set(id, work);
  const editions = await tx.execute<{ workId: string; language: string }>(sql`
    select distinct work_id, language from books where work_id = any(${[...works.keys()]}::text[])`);
  for (const { workId, language } of editions.rows)
    known.languages.set(workId, (known.languages.get(workId) ?? new Set()).add(language));
  return known;
}

interface KnownNames {
  isNewName: Set<string>;
  knownPublishers: Map<string, Entity>;
  knownSeries: Map<string, Entity>;
}

/** The ids for new records that are taken. */
async function readTakenIds(
  tx: Db,
  records: BookRecord[],
  { isNewName, knownPublishers, knownSeries }: KnownNames,
): Promise<KnownRecords["taken"]> {
  const people = unique(records.flatMap(({ contributors = [] }) => contributors.map(({ name }) => name)));
  const authors = unique(people.filter((name) => isNewName.has(nameKey(name))).flatMap(idsOfName));
  const houses = unique(present(records.flatMap(({ publisher, publisherGroup }) => [publisher, publisherGroup])));
  const publishers = unique(houses.filter((name) => !knownPublishers.has(nameKey(name))).flatMap(idsOfName));
  const names = unique(present(records.map((record) => record.series?.name)));
  const series = unique(names.filter((name) => !knownSeries.has(nameKey(name))).flatMap(idsOfName));
  const takenNames = tx.execute<{ kind: "author" | "publisher" | "series"; id: string }>(sql`
    select 'author' as kind, id from authors where id = any(${authors}::text[])
    union all select 'author', old_id from moved_addresses where kind = 'author' and old_id = any(${authors}::text[])
    union all select 'publisher', id from publishers where id = any(${publishers}::text[])
    union all select 'series', id from series where id = any(${series}::text[])`);
  const [book, { rows }] = await inOrder([readTakenBookIds(tx, records), takenNames]);
  const taken = { book, author: new Set<string>(), publisher: new Set<string>(), series: new Set<string>() };
  for (const { kind, id } of rows) taken[kind].add(id);
  return taken;
}

/** Computes and checks further ids only for records whose preferred ones are taken, or wanted by several records. */
async function readTakenBookIds(tx: Db, records: BookRecord[]): Promise<Set<string>> {
  const usual = records.map((record) => ({ record, ids: usualIds(record) }));
  const wanted = new Map<string, number>();
  for (const id of usual.flatMap(({ ids }) => ids)) wanted.set(id, (wanted.get(id) ?? 0) + 1);
  const taken = new Set(await listTakenBookIds(tx, [...wanted.keys()]));
  const further = usual.filter(({ ids }) => !ids.some((id) => !taken.has(id) && wanted.get(id) === 1));
  if (further.length > 0)
    for (const id of await listTakenBookIds(
      tx,
      further.flatMap(({ record }) => furtherIds(record)),
    ))
      taken.add(id);
  return taken;
}

async function listTakenBookIds(tx: Db, ids: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from works where id = any(${ids}::text[])
    union all select id from books where id = any(${ids}::text[])
    union all select old_id from moved_addresses where kind = 'book' and old_id = any(${ids}::text[])`);
  return rows.map(({ id }) => id);
}
