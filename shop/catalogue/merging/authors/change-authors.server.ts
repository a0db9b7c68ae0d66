import type { Db } from "#db/connect.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { findAuthorRecord, requireAuthorRecord, saveAuthorRecord, type AuthorRecord } from "./author-record.server.ts";
import { mergeAuthors, splitAuthor, type MergedAuthors } from "./merge-authors.server.ts";
import { MergeError } from "#shop/catalogue/merging/merge-error.ts";
import { maxWorksAtOnce, refuseTooMany, worksOfAuthor } from "#shop/catalogue/merging/works-at-once.server.ts";

/** The fields of an author that staff may edit. */
export type AuthorWords = Pick<AuthorRecord, "name" | "sortName" | "bio" | "isFeatured" | "names">;

/**
 * Updates an author with the values of a form. After a change of name imports still find the author by the former name.
 * Returns whether anything changed.
 */
export async function changeAuthor(tx: Db, id: string, words: AuthorWords, at: Date): Promise<boolean> {
  await lockBookSaving(tx);
  const before = await findAuthorRecord(tx, id, { forUpdate: true });
  if (!before) throw new MergeError("This author is not in the shop any more.");
  const [was, is] = [nameKey(before.name), nameKey(words.name)];
  const aliases = was === is ? before.aliases : [...new Set([...before.aliases, was])].filter((key) => key !== is);
  const after = { ...before, ...words, aliases: aliases.toSorted() };
  const isChanged = changedFields(before, after) !== null;
  if (isChanged) await saveAuthorRecord(tx, id, after, at);
  return isChanged;
}

/** Audit log entry for a changed author. */
export function entryOfAuthor(id: string, was: string, is: string): Entry {
  const words = was === is ? `Changed the author ${is}.` : `Changed the author ${was} to ${is}.`;
  return { action: "catalogue.save-author", words, subject: `author ${id}` };
}

/**
 * Merges two authors (see `mergeAuthors`) within a transaction; null if they were merged before. The entry cannot be
 * undone if more than `maxWorksAtOnce` works move. Throws MergeError and ImportRunningError.
 */
export async function mergeAuthorsLogged(
  { db: tx, now }: DbAndClock,
  keep: string,
  other: string,
): Promise<{ joined: MergedAuthors; name: string; otherName: string; entry: Entry } | null> {
  await lockBookSaving(tx);
  const gone = await findAuthorRecord(tx, other, { forUpdate: true });
  if (!gone && (await findMovedAddress(tx, "author", other)) === keep) return null;
  await findAuthorRecord(tx, keep, { forUpdate: true });
  const works = await worksOfAuthor(tx, other);
  const joined = await mergeAuthors({ db: tx, now }, keep, other);
  const after = await requireAuthorRecord(tx, keep);
  const [name, otherName] = [after.name, gone!.name];
  const entry: Entry = {
    action: "catalogue.join-authors",
    words: `Joined the author ${otherName} with ${name}: ${formatCount(joined.works.length, "book")}.`,
    subject: `author ${keep}`,
    ...(works.length > maxWorksAtOnce && { before: gone!, after, isFinal: true }),
  };
  return { joined, name, otherName, entry };
}

/** Splits an author (see `splitAuthor`) within a transaction. Throws MergeError and ImportRunningError. */
export async function splitAuthorLogged(
  { db: tx, now }: DbAndClock,
  author: string,
  given: { works: string[]; name: string },
): Promise<{ parted: { authorId: string; works: string[] }; entry: Entry }> {
  await lockBookSaving(tx);
  refuseTooMany(given.works, "You chose");
  const result = await splitAuthor({ db: tx, now }, author, given);
  const added = await requireAuthorRecord(tx, result.authorId);
  const { name: fromName } = await requireAuthorRecord(tx, author);
  const books = formatCount(result.works.length, "book");
  const entry: Entry = {
    action: "catalogue.part-author",
    words: `Gave ${books} of ${fromName} to a new author, ${added.name}.`,
    subject: `author ${author}`,
  };
  return { parted: result, entry };
}
