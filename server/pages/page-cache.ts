/** Caches rendered public pages in memory, compressed, and serves stale ones while they are rendered again. */
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from "node:zlib";

/** Content encoding of a response. */
export type Encoding = "br" | "gzip" | "identity";

/** A public page, rendered once, and compressed once in each encoding that is requested. */
export interface CachedPage {
  /** Alternates names and values, as Node.js writes them. */
  headers: string[];
  /** Strong ETags, so each encoding has its own. */
  etags: Record<Encoding, string>;
  /** Compressed bodies only; other clients get one decompressed. Browsers accept Brotli, and gzip is made if needed. */
  packed: { br: Buffer; gzip: Buffer | null };
  /** Called with the bytes that a cached page grows by; null for a page that is not cached. */
  hasGrown: ((bytes: number) => void) | null;
  bytes: number;
  /** Bytes of the page without compression. */
  length: number;
  /** Hashes of everything in it that may be the id of a book. */
  shown: Uint32Array;
  /** Milliseconds of the cache's clock. */
  renderedAt: number;
  /** When the catalogue changed under the page; it may still be served while it is rendered again. */
  staleAt: number | null;
  /** After a rendering that failed or took too long: no retry before this time, and the page is served as it is. */
  triedAgainAt: number;
  /** The last rendering failed, so recent changes may be unknown. */
  hasFailed: boolean;
  /** The page with a notice of its age; made when it is first served as old. */
  asOld: Promise<CachedPage> | null;
}

export interface PageCacheOptions {
  /** Monotonic or wall milliseconds. */
  now?: () => number;
  maxBytes?: number;
  /** Milliseconds that a reader waits for the new page while there is an old one. */
  patienceMs?: number;
}

/** Charts move with sales that mark no page as stale, so no page counts as fresh for longer. */
const maxAgeMs = 60_000;
/** How long a stale page may be served while the new one is rendered (RFC 5861 `stale-while-revalidate`). */
const staleMs = 10_000;
/** How long a page may be served stale while rendering fails (RFC 5861 `stale-if-error`). */
const oldMs = 86_400_000;
/** Pause before the next try, after a rendering that failed or took too long. */
const tryAgainMs = 5_000;

/** Memory that a page takes in addition to its bodies: headers, ETags, its entry in the map. */
const overheadBytes = 1_024;

const packBrotli = promisify(brotliCompress);

/** The public pages of one process. `render` must not depend on the reader. */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>();
  private readonly rendering = new Map<string, Promise<CachedPage | Response>>();
  private readonly now: () => number;
  private readonly maxBytes: number;
  private readonly patienceMs: number;
  private bytes = 0;
  /** Counts changes of the catalogue; a page whose rendering began before a change is stale when it is done. */
  changes = 0;

  constructor({ now = Date.now, maxBytes = 24 * 1024 * 1024, patienceMs = 2_000 }: PageCacheOptions = {}) {
    this.now = now;
    this.maxBytes = maxBytes;
    this.patienceMs = patienceMs;
  }

  /** A fresh page that may be sent without waiting, or null. */
  peek(key: string): CachedPage | null {
    const page = this.pages.get(key);
    return page && page.staleAt === null && this.now() - page.renderedAt < maxAgeMs ? page : null;
  }

  /**
   * Returns the page, rendered now if needed, once for concurrent requests; a Response if it must not be cached. While
   * rendering fails or takes too long, a page of the last day is served. It has a notice of its age if rendering
   * failed, or if something on it changed over a minute ago.
   */
  async get(key: string, render: () => Promise<Response>): Promise<CachedPage | Response> {
    const page = this.pages.get(key);
    if (page) {
      const staleSince = Math.min(page.staleAt ?? Infinity, page.renderedAt + maxAgeMs);
      if (this.now() < staleSince) return page;
      if (this.now() - staleSince < staleMs) {
        void this.renderOnce(key, render).catch(() => {}); // if the error persists, the next reader gets it
        return page;
      }
      if (this.now() - page.renderedAt < oldMs) return this.renderOrKeep(key, page, render);
    }
    return this.renderOnce(key, render);
  }

  private async renderOrKeep(key: string, old: CachedPage, render: () => Promise<Response>) {
    const asItIs = () => {
      const hasLongChanged = old.staleAt !== null && this.now() - old.staleAt >= maxAgeMs;
      return old.hasFailed || hasLongChanged ? (old.asOld ??= markOld(old)) : old;
    };
    if (this.now() < old.triedAgainAt) return asItIs();
    const fresh = this.renderOnce(key, render)
      .catch(() => null)
      .then((found) => {
        old.hasFailed = !found || (found instanceof Response && found.status >= 500);
        return old.hasFailed ? null : found;
      });
    const found = await Promise.race([fresh, wait(this.patienceMs, null, { ref: false })]);
    if (found) return found;
    old.triedAgainAt = this.now() + tryAgainMs;
    return asItIs();
  }

  /** Marks pages as stale after a change of the catalogue: all, or those that show one of these books. */
  drop(bookIds: string[] | null = null): void {
    this.changes += 1;
    const changed = bookIds?.map(hashOf);
    for (const page of this.pages.values())
      if (!changed || changed.some((hash) => page.shown.includes(hash))) page.staleAt ??= this.now();
  }

  size(): { pages: number; bytes: number } {
    return { pages: this.pages.size, bytes: this.bytes };
  }

  private async renderOnce(key: string, render: () => Promise<Response>) {
    const running = this.rendering.get(key);
    if (running) {
      const result = await running;
      // A body can be read only once, so requests that waited for an uncached response render their own.
      return result instanceof Response ? render() : result;
    }
    const begun = this.render(key, render).finally(() => this.rendering.delete(key));
    this.rendering.set(key, begun);
    return begun;
  }

  private async render(key: string, render: () => Promise<Response>) {
    const changes = this.changes;
    const response = await render();
    if (response.status !== 200 || response.headers.has("set-cookie")) return response;
    const page = await pack(response, this.now());
    if (changes !== this.changes) page.staleAt = this.now();
    this.keep(key, page);
    return page;
  }

  /** The newest page is the last; the oldest ones are evicted when there is no room. */
  private keep(key: string, page: CachedPage) {
    this.forget(key);
    if (Math.max(page.bytes, page.length) > this.maxBytes / 4) return;
    this.pages.set(key, page);
    this.bytes += page.bytes;
    page.hasGrown = (bytes) => {
      page.bytes += bytes;
      this.bytes += bytes;
      this.makeRoom();
    };
    this.makeRoom();
  }

  private makeRoom() {
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.forget(oldest);
    }
  }

  private forget(key: string) {
    const page = this.pages.get(key);
    if (!page) return;
    this.pages.delete(key);
    this.bytes -= page.bytes;
    page.hasGrown = null;
  }
}

async function pack(response: Response, renderedAt: number): Promise<CachedPage> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].filter(([name]) => name !== "content-length" && name !== "transfer-encoding");
  return packBytes(body, headers.flat(), renderedAt);
}

/** Style sheets show the notice on a document with this attribute: React must take over the unchanged page. */
function markOld(page: CachedPage): Promise<CachedPage> {
  const html = bodyOf(page, "identity")
    .toString("latin1")
    .replace(/<html(?=[ >])/, "<html data-old");
  return packBytes(Buffer.from(html, "latin1"), page.headers, page.renderedAt);
}

/** The body of a page in an encoding. */
export function bodyOf(page: CachedPage, encoding: Encoding): Buffer {
  if (encoding === "br") return page.packed.br;
  if (encoding === "gzip") return page.packed.gzip ?? packGzip(page);
  return brotliDecompressSync(page.packed.br);
}

/** Done once, at the level with nearly the fewest bytes; takes 1 to 2 ms for a long page. */
function packGzip(page: CachedPage): Buffer {
  const gzip = exactly(gzipSync(bodyOf(page, "identity"), { level: 6 }));
  page.packed.gzip = gzip;
  page.hasGrown?.(gzip.length);
  return gzip;
}

async function packBytes(identity: Buffer, headers: string[], renderedAt: number): Promise<CachedPage> {
  const br = await packBrotli(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  });
  const shown = idsIn(identity);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return {
    headers,
    etags: { identity: `"${hash}"`, br: `"${hash}-br"`, gzip: `"${hash}-gz"` },
    packed: { br: exactly(br), gzip: null },
    hasGrown: null,
    bytes: br.length + shown.byteLength + overheadBytes,
    length: identity.length,
    shown,
    renderedAt,
    staleAt: null,
    triedAgainAt: 0,
    hasFailed: false,
    asOld: null,
  };
}

/** zlib returns a slice of its 16 kB buffer, which would keep all of it in memory. */
function exactly(bytes: Buffer): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
}

/** A page links to every book that it shows, and its data name them: any text in such a position may be an id. */
const idLike = /(?<=["/])[a-z0-9-]{1,120}(?=["\\/?#])/g;

function idsIn(page: Buffer): Uint32Array {
  return Uint32Array.from(new Set(Array.from(page.toString("latin1").matchAll(idLike), ([id]) => hashOf(id))));
}

/** FNV-1a, 32 bits: two ids with one hash only make a page stale without need. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193);
  return hash >>> 0;
}

/** The best encoding that the browser accepts. */
export function chooseEncoding(acceptEncoding: string | undefined | null): Encoding {
  if (!acceptEncoding) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding) ? "gzip" : "identity";
}

/** Whether the browser's copy is current. */
export function isUnchanged(ifNoneMatch: string | undefined | null, etag: string): boolean {
  return ifNoneMatch != null && ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
