import { createHash } from "node:crypto";

import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { slugOf } from "#shop/catalogue/books/slug.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { Entity } from "./entity.ts";

/** What the catalogue has of what a batch speaks of; planning adds to it. */
export interface KnownRecords {
  books: Map<string, Entity>;
  /** Books by their key in the source of the import, and by ISBN. */
  bookByReference: Map<string, Entity>;
  bookByIsbn: Map<string, Entity>;
  works: Map<string, Entity>;
  workByReference: Map<string, Entity>;
  workByMatchKey: Map<string, Entity>;
  authors: Map<string, Entity>;
  /** Several people may have one name. */
  authorsByName: Map<string, Entity[]>;
  authorByIdentifier: Map<string, Entity>;
  /** The identifiers of each author, `scheme:value`. */
  identifiers: Map<string, Set<string>>;
  /** Names of authors in other scripts, by author and script. */
  otherNames: Map<string, Map<string, string>>;
  /** The languages of a work's editions. */
  languages: Map<string, Set<string>>;
  /** The works that are one title with a work, by its id. */
  inOtherLanguages: Map<string, string[]>;
  /** The names of authors of known works whom no record names, by their ids. */
  otherAuthors: Map<string, string>;
  publisherByName: Map<string, Entity>;
  seriesByName: Map<string, Entity>;
  /** Ids that are not free. */
  taken: { book: Set<string>; author: Set<string>; publisher: Set<string>; series: Set<string> };
}

/** `isni:0000000121479135`: an identifier as a key. */
export function identifierKey({ scheme, value }: { scheme: string; value: string }): string {
  return `${scheme}:${value}`;
}

/** The ids that a new record gets as a rule, the best first: its own, its title, its title and author. */
export function usualIds(record: BookRecord): string[] {
  const title = slugOf(record.title ?? "");
  return asIds([record.shopId ?? "", title, joined(title, slugOf(record.contributors?.[0]?.name ?? ""))]);
}

/** The ids that it may get where those are not free, the best first; the last one is nobody else's. */
export function furtherIds(record: BookRecord): string[] {
  const title = slugOf(record.title ?? "");
  const key = record.isbn13 ?? slugOf(record.reference ?? "");
  const nobodyElses = `book-${hashOf(`${key} ${title} ${slugOf(record.contributors?.[0]?.name ?? "")}`)}`;
  return asIds([joined(title.slice(0, 60), key), joined("book", key), nobodyElses]);
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join("-").slice(0, 100).replaceAll(/-{2,}/g, "-").replace(/-$/, "");
}

/** No book's own: they say nothing, or are pages of the desk. */
const reservedIds = new Set(["book", "new", "change"]);

function asIds(ids: string[]): string[] {
  return unique(ids).filter((id) => id !== "" && !reservedIds.has(id));
}

/** The ids that a person, a publisher or a series of this name may get: namesakes are numbered. */
export function idsOfName(name: string): string[] {
  const slug = slugOf(name) || `name-${hashOf(name)}`;
  return [slug, `${slug}-2`, `${slug}-3`, `${slug}-${hashOf(name)}`];
}

/** A short name for what cannot be written in Latin letters. */
function hashOf(text: string): string {
  return createHash("sha256").update(nameKey(text)).digest("hex").slice(0, 10);
}

/** Each value once. */
export function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}

/** Those that are there. */
export function present<T>(values: (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}

/** The book of a planned record, when the shop has it or gets it. */
export function bookOf(known: KnownRecords, { shopId, reference, isbn13 }: BookRecord): Entity | undefined {
  return (
    (shopId && known.books.get(shopId)) ||
    (reference && known.bookByReference.get(reference)) ||
    (isbn13 && known.bookByIsbn.get(isbn13)) ||
    undefined
  );
}

/** Pairs, each once. */
export function uniqueBy<T>(pairs: T[]): T[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}
