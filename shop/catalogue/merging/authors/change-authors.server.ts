import type { Db } from "#db/connect.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { takeTurn } from "#shop/catalogue/editing/take-turn.server.ts";
import type { Change } from "#shop/kernel/audit-log/change.ts";
import type { Entry } from "#shop/kernel/audit-log/record.server.ts";
import { changeBetween } from "#shop/kernel/audit-log/take-back-each.ts";
import type { DbAndClock } from "#shop/services.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { findAuthorRecord, saveAuthorRecord, type AuthorRecord } from "./author-record.server.ts";
import { findWorkId } from "#shop/catalogue/merging/find-records.server.ts";
import { joinAuthors, partAuthor, type JoinedAuthors } from "./join-authors.server.ts";
import { JoiningError } from "#shop/catalogue/merging/joining-error.ts";
import {
  maxWorksAtOnce,
  refuseTooMany,
  withWorkChanges,
  worksOfAuthor,
} from "#shop/catalogue/merging/work-changes.server.ts";

/** What a person may write of an author. */
export type AuthorWords = Pick<AuthorRecord, "name" | "sortName" | "bio" | "isFeatured" | "names">;

/**
 * Writes an author as a person says, within a transaction. Imports know one who got another name by the former one too.
 * Answers the change, null when nothing is different.
 */
export async function changeAuthor(tx: Db, id: string, words: AuthorWords, at: Date): Promise<Change | null> {
  await takeTurn(tx);
  const before = await findAuthorRecord(tx, id, { isHeld: true });
  if (!before) throw new JoiningError("This author is not in the shop any more.");
  const [was, is] = [nameKey(before.name), nameKey(words.name)];
  const aliases = was === is ? before.aliases : [...new Set([...before.aliases, was])].filter((key) => key !== is);
  const after = { ...before, ...words, aliases: aliases.toSorted() };
  const change = changeBetween("author", id, before, after);
  if (change) await saveAuthorRecord(tx, id, after, at);
  return change;
}

/** What the record says of an author that was changed. */
export function entryOfAuthor(id: string, change: Change, was: string, is: string): Entry {
  const words = was === is ? `Changed the author ${is}.` : `Changed the author ${was} to ${is}.`;
  return { action: "catalogue.save-author", words, subject: `author ${id}`, changes: [change] };
}

/**
 * Joins two authors (see `joinAuthors`) within a transaction, and says it so that it can be taken back. Null when the other
 * was joined with this one before. The entry has no changes where there are more works than can be taken back. Throws
 * JoiningError and ImportRunningError.
 */
export async function joinAuthorsRecorded(
  { db: tx, now }: DbAndClock,
  keep: string,
  other: string,
): Promise<{ joined: JoinedAuthors; name: string; otherName: string; entry: Entry } | null> {
  await takeTurn(tx);
  const gone = await findAuthorRecord(tx, other, { isHeld: true });
  if (!gone && (await findMovedAddress(tx, "author", other)) === keep) return null;
  const before = await findAuthorRecord(tx, keep, { isHeld: true });
  const works = await worksOfAuthor(tx, other);
  const { result: joined, changes } = await withWorkChanges(tx, works, () => joinAuthors({ db: tx, now }, keep, other));
  const after = (await findAuthorRecord(tx, keep))!;
  // Which addresses lead here follows from who was joined.
  const change = changeBetween("author", keep, before, { ...after, formerAddresses: before!.formerAddresses });
  const left = { kind: "author", key: other, before: { ...gone!, leadsTo: keep }, after: null };
  const [name, otherName] = [after.name, gone!.name];
  const canGoBack = works.length <= maxWorksAtOnce;
  const entry: Entry = {
    action: "catalogue.join-authors",
    words: `Joined the author ${otherName} with ${name}: ${counted(joined.works.length, "book")}.`,
    subject: `author ${keep}`,
    ...(canGoBack ? { changes: [left, ...(change ? [change] : []), ...changes] } : { before: gone!, after }),
  };
  return { joined, name, otherName, entry };
}

/**
 * Parts an author (see `partAuthor`) within a transaction, and says it so that it can be taken back. Throws JoiningError and
 * ImportRunningError.
 */
export async function partAuthorRecorded(
  { db: tx, now }: DbAndClock,
  author: string,
  given: { works: string[]; name: string },
): Promise<{ parted: { authorId: string; works: string[] }; entry: Entry }> {
  await takeTurn(tx);
  refuseTooMany(given.works, "You chose");
  const works: string[] = [];
  for (const id of given.works) works.push(await findWorkId(tx, id));
  const { result, changes } = await withWorkChanges(tx, works, () => partAuthor({ db: tx, now }, author, given));
  const added = (await findAuthorRecord(tx, result.authorId))!;
  const change = { kind: "author added", key: result.authorId, before: null, after: { ...added, leadsTo: author } };
  const fromName = (await findAuthorRecord(tx, author))!.name;
  const books = counted(result.works.length, "book");
  const entry: Entry = {
    action: "catalogue.part-author",
    words: `Gave ${books} of ${fromName} to a new author, ${added.name}.`,
    subject: `author ${author}`,
    changes: [change, ...changes],
  };
  return { parted: result, entry };
}
