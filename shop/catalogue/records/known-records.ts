/** The rows of the catalogue that a batch of records refers to, and the ids that new rows may get. */
import { createHash } from "node:crypto";

import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { toSlug } from "#shop/catalogue/books/slug.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { Entity } from "./entity.ts";

/** The rows that a batch refers to; planning adds new ones. */
export interface KnownRecords {
  books: Map<string, Entity>;
  /** Books by their key in the source of the import, and by ISBN. */
  bookByReference: Map<string, Entity>;
  bookByIsbn: Map<string, Entity>;
  works: Map<string, Entity>;
  workByReference: Map<string, Entity>;
  workByMatchKey: Map<string, Entity>;
  authors: Map<string, Entity>;
  /** Several authors may have the same name. */
  authorsByName: Map<string, Entity[]>;
  authorByIdentifier: Map<string, Entity>;
  /** The identifiers of each author as `scheme:value`. */
  identifiers: Map<string, Set<string>>;
  /** Names in other scripts, by author and script. */
  otherNames: Map<string, Map<string, string>>;
  /** The languages of each work's editions. */
  languages: Map<string, Set<string>>;
  /** The works that are linked with a work as one title, by its id. */
  inOtherLanguages: Map<string, string[]>;
  /** Names of the known works' first authors who are in none of the records, by id. */
  otherAuthors: Map<string, string>;
  publisherByName: Map<string, Entity>;
  seriesByName: Map<string, Entity>;
  /** Ids that are taken. */
  taken: { book: Set<string>; author: Set<string>; publisher: Set<string>; series: Set<string> };
}

/** An identifier as a key: `isni:0000000121479135`. */
export function identifierKey({ scheme, value }: { scheme: string; value: string }): string {
  return `${scheme}:${value}`;
}

/** The preferred ids of a new record, best first: its own id, its title, its title and author. */
export function usualIds(record: BookRecord): string[] {
  const title = toSlug(record.title ?? "");
  return asIds([record.shopId ?? "", title, joined(title, toSlug(record.contributors?.[0]?.name ?? ""))]);
}

/** Further ids if those of `usualIds` are taken, best first; the last one is unique. */
export function furtherIds(record: BookRecord): string[] {
  const title = toSlug(record.title ?? "");
  const key = record.isbn13 ?? toSlug(record.reference ?? "");
  const uniqueId = `book-${hashOf(`${key} ${title} ${toSlug(record.contributors?.[0]?.name ?? "")}`)}`;
  return asIds([joined(title.slice(0, 60), key), joined("book", key), uniqueId]);
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join("-").slice(0, 100).replaceAll(/-{2,}/g, "-").replace(/-$/, "");
}

/** Ids that are never used, because they say nothing about the book or belong to pages of the desk. */
const reservedIds = new Set(["book", "new", "change"]);

function asIds(ids: string[]): string[] {
  return unique(ids).filter((id) => id !== "" && !reservedIds.has(id));
}

/** The possible ids for a person, publisher or series of this name; namesakes are numbered. */
export function idsOfName(name: string): string[] {
  const slug = toSlug(name) || `name-${hashOf(name)}`;
  return [slug, `${slug}-2`, `${slug}-3`, `${slug}-${hashOf(name)}`];
}

/** A short hash of a name, for names without Latin letters. */
function hashOf(text: string): string {
  return createHash("sha256").update(nameKey(text)).digest("hex").slice(0, 10);
}

/** Removes duplicates. */
export function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}

/** Removes undefined values. */
export function present<T>(values: (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}

/** The book of a planned record, whether existing or new. */
export function bookOf(known: KnownRecords, { shopId, reference, isbn13 }: BookRecord): Entity | undefined {
  return (
    (shopId && known.books.get(shopId)) ||
    (reference && known.bookByReference.get(reference)) ||
    (isbn13 && known.bookByIsbn.get(isbn13)) ||
    undefined
  );
}

/** Removes duplicate pairs. */
export function uniqueBy<T>(pairs: T[]): T[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}
