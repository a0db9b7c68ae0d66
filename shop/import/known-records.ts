import { createHash } from "node:crypto";

import { nameKey } from "#shop/catalogue/match-key.ts";
import { slugOf } from "#shop/catalogue/slug.ts";
import type { BookRecord } from "./book-record.ts";
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
  publisherByName: Map<string, Entity>;
  seriesByName: Map<string, Entity>;
  /** Ids that are not free. */
  taken: { book: Set<string>; author: Set<string>; publisher: Set<string>; series: Set<string> };
}

/** `isni:0000000121479135`: an identifier as a key. */
export function identifierKey({ scheme, value }: { scheme: string; value: string }): string {
  return `${scheme}:${value}`;
}

/** The ids that a new record may get, the best first; the last one is nobody else's. */
export function candidateIds(record: BookRecord): string[] {
  const title = slugOf(record.title ?? "");
  const writer = slugOf(record.contributors?.[0]?.name ?? "");
  const key = record.isbn13 ?? slugOf(record.reference ?? "");
  const joined = (...parts: string[]) =>
    parts.filter(Boolean).join("-").slice(0, 100).replaceAll(/-{2,}/g, "-").replace(/-$/, "");
  const nobodyElses = `book-${hashOf(`${key} ${title} ${writer}`)}`;
  return unique([
    record.shopId ?? "",
    title,
    joined(title, writer),
    joined(title.slice(0, 60), key),
    joined("book", key),
    nobodyElses,
  ]).filter((id) => id !== "" && id !== "book");
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
