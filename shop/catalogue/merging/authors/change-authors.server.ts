import type { Db } from "#db/connect.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { takeTurn } from "#shop/catalogue/editing/take-turn.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Entry } from "#shop/kernel/audit-log/record.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { findAuthorRecord, saveAuthorRecord, type AuthorRecord } from "./author-record.server.ts";
import { joinAuthors, partAuthor, type JoinedAuthors } from "./join-authors.server.ts";
import { JoiningError } from "#shop/catalogue/merging/joining-error.ts";
import { maxWorksAtOnce, refuseTooMany, worksOfAuthor } from "#shop/catalogue/merging/works-at-once.server.ts";

/** The fields of an author that staff may edit. */
export type AuthorWords = Pick<AuthorRecord, "name" | "sortName" | "bio" | "isFeatured" | "names">;

/**
 * Updates an author with the values of a form. After a change of name imports still find the author by the former name.
 * Returns whether anything changed.
 */
export async function changeAuthor(tx: Db, id: string, words: AuthorWords, at: Date): Promise<boolean> {
  await takeTurn(tx);
  const before = await findAuthorRecord(tx, id, { isHeld: true });
  if (!before) throw new JoiningError("This author is not in the shop any more.");
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
 * Merges two authors (see `joinAuthors`) within a transaction; null if they were merged before. The entry is final,
 * without undo, if more than `maxWorksAtOnce` works move. Throws JoiningError and ImportRunningError.
 */
export async function joinAuthorsRecorded(
  { db: tx, now }: DbAndClock,
  keep: string,
  other: string,
): Promise<{ joined: JoinedAuthors; name: string; otherName: string; entry: Entry } | null> {
  await takeTurn(tx);
  const gone = await findAuthorRecord(tx, other, { isHeld: true });
  if (!gone && (await findMovedAddress(tx, "author", other)) === keep) return null;
  await findAuthorRecord(tx, keep, { isHeld: true });
  const works = await worksOfAuthor(tx, other);
  const joined = await joinAuthors({ db: tx, now }, keep, other);
  const after = (await findAuthorRecord(tx, keep))!;
  const [name, otherName] = [after.name, gone!.name];
  const entry: Entry = {
    action: "catalogue.join-authors",
    words: `Joined the author ${otherName} with ${name}: ${counted(joined.works.length, "book")}.`,
    subject: `author ${keep}`,
    ...(works.length > maxWorksAtOnce && { before: gone!, after, isFinal: true }),
  };
  return { joined, name, otherName, entry };
}

/** Splits an author (see `partAuthor`) within a transaction. Throws JoiningError and ImportRunningError. */
export async function partAuthorRecorded(
  { db: tx, now }: DbAndClock,
  author: string,
  given: { works: string[]; name: string },
): Promise<{ parted: { authorId: string; works: string[] }; entry: Entry }> {
  await takeTurn(tx);
  refuseTooMany(given.works, "You chose");
  const result = await partAuthor({ db: tx, now }, author, given);
  const added = (await findAuthorRecord(tx, result.authorId))!;
  const fromName = (await findAuthorRecord(tx, author))!.name;
  const books = counted(result.works.length, "book");
  const entry: Entry = {
    action: "catalogue.part-author",
    words: `Gave ${books} of ${fromName} to a new author, ${added.name}.`,
    subject: `author ${author}`,
  };
  return { parted: result, entry };
}
