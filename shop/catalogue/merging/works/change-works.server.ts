/** Moves editions between works, merges duplicate editions and marks originals of translations at the desk. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import type { Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { findEdition, findWorkId } from "#shop/catalogue/merging/find-records.server.ts";
import { setOriginal } from "./merge-translations.server.ts";
import { mergeWorks, type MergedWorks } from "./merge-works.server.ts";
import { MergeError } from "#shop/catalogue/merging/merge-error.ts";
import { splitWork } from "./split-work.server.ts";

/** The work of an edition after a merge or split. */
export interface MovedEdition {
  workId: string;
  /** Whether the editions are in different languages, so that they belong to two works of one title. */
  areTranslations: boolean;
}

/**
 * Moves an edition to the work of another book (see `mergeWorks`). If it is the only edition of its work, the whole
 * work moves. Throws MergeError and ImportRunningError.
 */
export async function moveEdition(services: DbAndClock, bookId: string, otherId: string): Promise<MovedEdition> {
  const { db: tx } = services;
  await lockBookSaving(tx);
  const keep = await findWorkId(tx, otherId);
  const { workId: was } = await findEdition(tx, bookId);
  if (was === keep) throw new MergeError("They are editions of one work already.");
  const { rowCount } = await tx.execute(sql`select from books where work_id = ${was} and id <> ${bookId} limit 1`);
  const work = rowCount > 0 ? (await splitEdition(services, bookId)).workId : was;
  return mergeTwo(services, keep, work);
}

/** Merges `work` into `keep`. */
async function mergeTwo(services: DbAndClock, keep: string, work: string): Promise<MovedEdition> {
  const { areTranslations, workId } = await mergeWorks(services, keep, work, { isSameEdition: false });
  return { workId: areTranslations ? work : workId, areTranslations };
}

/**
 * Merges two editions that are duplicates (see `mergeWorks`). It cannot be undone, because readers' data of the other
 * edition moves to the kept one. Throws MergeError and ImportRunningError.
 */
export async function mergeEditionsLogged(
  services: DbAndClock,
  keepId: string,
  otherId: string,
): Promise<{ joined: MergedWorks; entry: Entry }> {
  const { db: tx } = services;
  await lockBookSaving(tx);
  const [kept, other] = [await nameEdition(tx, keepId), await nameEdition(tx, otherId)];
  const joined = await mergeWorks(services, keepId, otherId, { isSameEdition: true });
  const words = `Joined the duplicate editions “${other.title}” (${otherId}) and “${kept.title}” (${keepId}).`;
  const before = { works: [...new Set([kept.workId, other.workId])] };
  const entry: Entry = { action: "catalogue.join-editions", words, subject: `book ${otherId}`, before, after: joined };
  return { joined, entry };
}

/** Marks a book as the original of its translations; null if it already is. Throws MergeError. */
export async function setOriginalRecorded({ db: tx }: DbAndClock, bookId: string): Promise<Entry | null> {
  await lockBookSaving(tx);
  const { workId, title } = await nameEdition(tx, bookId);
  if (!(await setOriginal(tx, workId))) return null;
  const words = `Marked “${title}” (${bookId}) as the original of its translations.`;
  return { action: "catalogue.set-original", words, subject: `book ${bookId}` };
}

async function nameEdition(tx: Db, id: string): Promise<NamedEdition & { workId: string }> {
  const workId = await findWorkId(tx, id);
  const { rows } = await tx.execute<{ title: string }>(sql`select title from works where id = ${workId}`);
  return { id, workId, title: oneRow(rows).title };
}

/** A book as audit log entries name it. */
export interface NamedEdition {
  id: string;
  title: string;
}

/** Audit log entry for an edition that moved to the work of another one. */
export function describeMerge(book: NamedEdition, other: NamedEdition, { areTranslations }: MovedEdition): Entry {
  const [name, otherName] = [`“${book.title}” (${book.id})`, `“${other.title}” (${other.id})`];
  const words = areTranslations
    ? `Made ${name} and ${otherName} one title in two languages.`
    : `Made ${name} an edition of ${otherName}.`;
  return { action: "catalogue.join-works", words, subject: `book ${book.id}` };
}

/** Audit log entry for an edition that became a work or a title of its own. */
export function describeSplit(book: NamedEdition, { areTranslations }: MovedEdition): Entry {
  const words = areTranslations
    ? `Made “${book.title}” (${book.id}) a title of its own, apart from its translations.`
    : `Made “${book.title}” (${book.id}) a work of its own.`;
  return { action: "catalogue.part-work", words, subject: `book ${book.id}` };
}

/**
 * Makes an edition a work of its own. The only edition of a work, or the whole work if `isTitle`, is separated from its
 * translations instead. Imports do not merge them again. Throws MergeError and ImportRunningError.
 */
export async function splitEdition(
  services: DbAndClock,
  bookId: string,
  options: { isTitle?: boolean } = {},
): Promise<MovedEdition> {
  await lockBookSaving(services.db);
  const { workId, wasTranslation } = await splitWork(services, bookId, options);
  return { workId, areTranslations: wasTranslation };
}
