/** Finds the ids in a page by hash, so that a change drops the pages that show what it changes. */

const bytesOf = (characters: string) =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(characters.includes(String.fromCharCode(byte))));
const isBefore = bytesOf('"/');
const isInside = bytesOf("abcdefghijklmnopqrstuvwxyz0123456789-");
const isAfter = bytesOf('"\\/?#');
const maxIdLength = 120;

/**
 * Hashes of all texts of a page that may be ids. A page links to every book that it shows, and its data contain the ids
 * too. A regular expression takes three times as long, more than 1 ms for a long page.
 */
export function idsIn(page: Buffer): Uint32Array {
  const found = new Set<number>();
  for (let start = 1; start < page.length; start += 1) {
    if (!isBefore[page[start - 1]!]) continue;
    let hash = firstHash;
    let end = start;
    for (; isInside[page[end]!]; end += 1) hash = nextHash(hash, page[end]!);
    if (end > start && end - start <= maxIdLength && isAfter[page[end]!]) found.add(hash >>> 0);
    start = end;
  }
  return Uint32Array.from(found);
}

/** FNV-1a with 32 bits. If two ids have the same hash, a page is only marked as stale unnecessarily. */
export function hashOfId(id: string): number {
  let hash = firstHash;
  for (let place = 0; place < id.length; place += 1) hash = nextHash(hash, id.charCodeAt(place));
  return hash >>> 0;
}

const firstHash = 0x811c9dc5;
const nextHash = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);
