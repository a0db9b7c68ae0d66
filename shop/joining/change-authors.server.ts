import type { Db } from "#db/connect.ts";
import { nameKey } from "#shop/catalogue/match-key.ts";
import { findMovedAddress } from "#shop/catalogue/moved-addresses.server.ts";
import { takeTurn } from "#shop/books/take-turn.server.ts";
import type { Change } from "#shop/record/change.ts";
import { changeBetween } from "#shop/record/take-back-each.ts";
import type { DbAndClock } from "#shop/services.ts";
import { findAuthorRecord, saveAuthorRecord, type AuthorRecord } from "./author-record.server.ts";
import { joinAuthors, partAuthor, type JoinedAuthors } from "./join-authors.server.ts";
import { JoiningError } from "./joining-error.ts";
import { refuseTooMany, withWorkChanges, worksOfAuthor } from "./work-changes.server.ts";

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

/**
 * Joins two authors (see `joinAuthors`) within a transaction, so that it can be taken back. Null when the other was joined
 * with this one before. Throws JoiningError and ImportRunningError.
 */
export async function joinAuthorsAtDesk(
  { db: tx, now }: DbAndClock,
  keep: string,
  other: string,
): Promise<{ joined: JoinedAuthors; name: string; otherName: string; changes: Change[] } | null> {
  await takeTurn(tx);
  const gone = await findAuthorRecord(tx, other, { isHeld: true });
  if (!gone && (await findMovedAddress(tx, "author", other)) === keep) return null;
  const before = await findAuthorRecord(tx, keep, { isHeld: true });
  const works = await worksOfAuthor(tx, other);
  refuseTooMany(works, `${gone?.name ?? other} has`);
  const { result: joined, changes } = await withWorkChanges(tx, works, () => joinAuthors({ db: tx, now }, keep, other));
  const after = (await findAuthorRecord(tx, keep))!;
  // Which addresses lead here follows from who was joined.
  const change = changeBetween("author", keep, before, { ...after, formerAddresses: before!.formerAddresses });
  const left = { kind: "author", key: other, before: { ...gone!, leadsTo: keep }, after: null };
  return {
    joined,
    name: after.name,
    otherName: gone!.name,
    changes: [left, ...(change ? [change] : []), ...changes],
  };
}

/** Parts an author (see `partAuthor`) within a transaction, so that it can be taken back. Throws JoiningError and ImportRunningError. */
export async function partAuthorAtDesk(
  { db: tx, now }: DbAndClock,
  author: string,
  given: { works: string[]; name?: string },
): Promise<{ authorId: string; name: string; works: string[]; fromName: string; changes: Change[] }> {
  await takeTurn(tx);
  refuseTooMany(given.works, "You chose");
  const { result, changes } = await withWorkChanges(tx, given.works, () => partAuthor({ db: tx, now }, author, given));
  const added = (await findAuthorRecord(tx, result.authorId))!;
  const change = { kind: "author added", key: result.authorId, before: null, after: { ...added, leadsTo: author } };
  const fromName = (await findAuthorRecord(tx, author))!.name;
  return { ...result, name: added.name, fromName, changes: [change, ...changes] };
}
