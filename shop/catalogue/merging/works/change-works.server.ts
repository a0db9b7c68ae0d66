import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { takeTurn } from "#shop/catalogue/editing/take-turn.server.ts";
import { writeEntities } from "#shop/catalogue/editing/bulk/write-changes.server.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import { nameCovers } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { peopleIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";
import type { Change } from "#shop/kernel/audit-log/change.ts";
import type { Entry } from "#shop/kernel/audit-log/record.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { findEdition, findWorkId } from "#shop/catalogue/merging/find-records.server.ts";
import { setOriginal } from "./join-translations.server.ts";
import { joinWorks, type JoinedWorks } from "./join-works.server.ts";
import { JoiningError } from "#shop/catalogue/merging/joining-error.ts";
import { partWork } from "./part-work.server.ts";
import { withWorkChanges, workWords } from "#shop/catalogue/merging/work-changes.server.ts";

/** A work that was joined with another, as the record keeps it. */
export interface JoinedWork {
  /** Its editions, the one that stood for it first. */
  editions: string[];
  /** Its reviews, by number. */
  reviews: string[];
  /** What was said of it, by the columns of works. */
  words: Fields;
  /** The work that it was joined with. */
  leadsTo: string;
}

/** How an edition came to another work, or to one of its own: the changes in the order in which they were made. */
export interface MovedEdition {
  workId: string;
  /** They are in different languages: two works of one title. */
  areTranslations: boolean;
  changes: Change[];
}

/**
 * Puts an edition to the work of another book (see `joinWorks`): with all of its work where it is its only edition, else it
 * alone. Throws JoiningError and ImportRunningError.
 */
export async function moveEdition(services: DbAndClock, bookId: string, otherId: string): Promise<MovedEdition> {
  const { db: tx } = services;
  await takeTurn(tx);
  const keep = await findWorkId(tx, otherId);
  const { workId: was } = await findEdition(tx, bookId);
  if (was === keep) throw new JoiningError("They are editions of one work already.");
  const { rowCount } = await tx.execute(sql`select from books where work_id = ${was} and id <> ${bookId} limit 1`);
  const parted = rowCount > 0 ? await partEdition(services, bookId) : null;
  const work = parted?.workId ?? was;
  const joined = await joinTwo(services, keep, work);
  return { ...joined, changes: [...(parted?.changes ?? []), ...joined.changes] };
}

/** Joins two works so that it can be taken back: `work` goes into `keep`. */
export async function joinTwo(services: DbAndClock, keep: string, work: string): Promise<MovedEdition> {
  const { db: tx } = services;
  const before = await readJoined(tx, work, keep);
  const { result, changes } = await withWorkChanges(
    tx,
    [keep],
    () => joinWorks(services, keep, work, { isSameEdition: false }),
    workWords,
  );
  const { areTranslations, workId } = result;
  if (areTranslations) {
    const change = { kind: "one title", key: work, before: { with: null }, after: { with: keep } };
    return { workId: work, areTranslations, changes: [change] };
  }
  const joined: Change = { kind: "joined work", key: work, before: { ...before }, after: null };
  return { workId, areTranslations, changes: [joined, ...changes] };
}

/**
 * Makes two editions one that was entered twice (see `joinWorks`), and says it. It cannot be taken back: what readers have of
 * the other goes along. Throws JoiningError and ImportRunningError.
 */
export async function joinEditionsRecorded(
  services: DbAndClock,
  keepId: string,
  otherId: string,
): Promise<{ joined: JoinedWorks; entry: Entry }> {
  const { db: tx } = services;
  await takeTurn(tx);
  const [kept, other] = [await nameEdition(tx, keepId), await nameEdition(tx, otherId)];
  const joined = await joinWorks(services, keepId, otherId, { isSameEdition: true });
  const words = `Made “${other.title}” (${otherId}) and “${kept.title}” (${keepId}) one edition, which was here twice.`;
  const before = { works: [...new Set([kept.workId, other.workId])] };
  const entry: Entry = { action: "catalogue.join-editions", words, subject: `book ${otherId}`, before, after: joined };
  return { joined, entry };
}

/** Says that the translations of a book's title were made from it. Throws JoiningError. */
export async function setOriginalRecorded({ db: tx }: DbAndClock, bookId: string): Promise<Entry | null> {
  await takeTurn(tx);
  const { workId, title } = await nameEdition(tx, bookId);
  if (!(await setOriginal(tx, workId))) return null;
  const words = `Said that “${title}” (${bookId}) is what its translations were made from.`;
  return { action: "catalogue.set-original", words, subject: `book ${bookId}` };
}

async function nameEdition(tx: Db, id: string): Promise<NamedEdition & { workId: string }> {
  const workId = await findWorkId(tx, id);
  const { rows } = await tx.execute<{ title: string }>(sql`select title from works where id = ${workId}`);
  return { id, workId, title: oneRow(rows).title };
}

/** A book as the record names it. */
export interface NamedEdition {
  id: string;
  title: string;
}

/** What the record says of an edition that was put to the work of another. */
export function entryOfJoin(
  book: NamedEdition,
  other: NamedEdition,
  { areTranslations, changes }: MovedEdition,
): Entry {
  const [name, otherName] = [`“${book.title}” (${book.id})`, `“${other.title}” (${other.id})`];
  const words = areTranslations
    ? `Made ${name} and ${otherName} one title in two languages.`
    : `Made ${name} an edition of ${otherName}.`;
  return { action: "catalogue.join-works", words, subject: `book ${book.id}`, changes };
}

/** What the record says of an edition that is a work, or a title, of its own now. */
export function entryOfParting(book: NamedEdition, { areTranslations, changes }: MovedEdition): Entry {
  const words = areTranslations
    ? `Made “${book.title}” (${book.id}) a title of its own, apart from its translations.`
    : `Made “${book.title}” (${book.id}) a work of its own.`;
  return { action: "catalogue.part-work", words, subject: `book ${book.id}`, changes };
}

/**
 * Makes an edition a work of its own; the only edition of a work, or the whole work where `isTitle` says so, is parted from its
 * translations. No import joins them again.
 * Throws JoiningError and ImportRunningError.
 */
export async function partEdition(
  services: DbAndClock,
  bookId: string,
  options: { isTitle?: boolean } = {},
): Promise<MovedEdition> {
  await takeTurn(services.db);
  const { workId, fromWorkId, wasTranslation } = await partWork(services, bookId, options);
  const change: Change = wasTranslation
    ? { kind: "one title", key: workId, before: { with: fromWorkId }, after: { with: null } }
    : { kind: "parted work", key: workId, before: null, after: { book: bookId, from: fromWorkId } };
  return { workId, areTranslations: wasTranslation, changes: [change] };
}

async function readJoined(tx: Db, workId: string, leadsTo: string): Promise<JoinedWork> {
  const work = (await readWorksByIds(tx, [workId])).get(workId);
  if (!work) throw new JoiningError("This book is not in the shop any more.");
  const { rows } = await tx.execute<{ editions: string[]; reviews: string[] }>(sql`
    select array(select id from books where work_id = ${workId} order by is_main desc, id) as editions,
      array(select id::text from reviews where work_id = ${workId} order by id) as reviews`);
  const words = Object.fromEntries(workWords.map((name) => [name, work.now[name] ?? null]));
  return { ...oneRow(rows), words, leadsTo };
}

/**
 * Makes a work that was joined with another one again, with its editions that are still there, its words and the reviews that
 * came along. Throws JoiningError and ImportRunningError.
 */
export async function restoreWork(services: DbAndClock, workId: string, was: JoinedWork): Promise<Change> {
  const { db: tx } = services;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from books where id = any(${was.editions}::text[]) and work_id = ${was.leadsTo}`);
  const editions = was.editions.filter((id) => rows.some((row) => row.id === id));
  const [first, ...others] = editions;
  if (first === undefined) throw new JoiningError("its editions are of another work by now");
  await partWork(services, first, { newId: workId });
  await tx.execute(sql`update books set work_id = ${workId}, is_main = false where id = any(${others}::text[])`);
  await tx.execute(sql`
    update reviews set work_id = ${workId} where id = any(${was.reviews}::bigint[]) and work_id = ${was.leadsTo}`);
  const work = (await readWorksByIds(tx, [workId])).get(workId)!;
  Object.assign(work.now, await withWhatIsThere(tx, was.words));
  await writeEntities(tx, [], [work]);
  await chooseMainEditions(tx, [workId, was.leadsTo]);
  await nameCovers(tx, [workId, was.leadsTo]);
  return { kind: "parted work", key: workId, before: null, after: { book: first, from: was.leadsTo } };
}

/** Words of a work without people, categories and a series that are gone since. */
async function withWhatIsThere(tx: Db, words: Fields): Promise<Fields> {
  const people = peopleIn(words);
  const categories = (words.categories ?? []) as string[];
  const series = words.series as [string, number | null] | null;
  const { rows } = await tx.execute<{ kind: string; id: string }>(sql`
    select 'author' as kind, id from authors where id = any(${people.map(([id]) => id)}::text[])
    union all select 'category', id from categories where id = any(${categories}::text[])
    union all select 'series', id from series where id = ${series?.[0] ?? ""}`);
  const isThere = (kind: string, id: string) => rows.some((row) => row.kind === kind && row.id === id);
  return {
    ...words,
    contributors: people.filter(([id]) => isThere("author", id)),
    categories: categories.filter((id) => isThere("category", id)),
    series: series && isThere("series", series[0]) ? series : null,
  };
}
