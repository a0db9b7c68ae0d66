/** Caches rendered public pages in memory, compressed, and serves stale ones while they are rendered again. */
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from "node:zlib";

import { hashOfId, idsIn } from "./shown-ids.ts";

/** Content encoding of a response. */
export type Encoding = "br" | "gzip" | "identity";

/** A public page. It is rendered once, and compressed once in each encoding that is requested. */
export interface CachedPage {
  /** The headers as Node.js writes them: names and values in turn. */
  headers: string[];
  /** Strong ETags, so each encoding has its own. */
  etags: Record<Encoding, string>;
  /**
   * The compressed bodies. Clients that accept neither get a decompressed one. Browsers accept Brotli; gzip is made
   * when it is first needed.
   */
  packed: { br: Buffer; gzip: Buffer | null };
  /** Called with the number of bytes that a cached page grows by; null for a page that is not cached. */
  hasGrown: ((bytes: number) => void) | null;
  bytes: number;
  /** The length of the uncompressed page in bytes. */
  length: number;
  /** Hashes of all texts in the page that may be the id of a book. */
  shown: Uint32Array;
  /** When the page was rendered, in milliseconds of the cache's clock. */
  renderedAt: number;
  /** When the page changes by time alone, such as at the end of an offer; on the same clock. */
  goodUntil: number;
  /**
   * When the catalogue changed and made the page stale; null for a current page. A stale page may still be served while
   * it is rendered again.
   */
  staleAt: number | null;
  /** Set after a rendering that failed or took too long: until this time the old page is served without a retry. */
  triedAgainAt: number;
  /** Whether the last rendering failed; then recent changes may be unknown. */
  hasFailed: boolean;
  /** The page with a notice of its age; made when the page is first served as an old one. */
  asOld: Promise<CachedPage> | null;
}

export interface PageCacheOptions {
  /** Returns the time in milliseconds; the clock may be monotonic or not. */
  now?: () => number;
  /** How long a page that is rendered now stays current unless the catalogue changes, in milliseconds; default 60 s. */
  lifeMs?: () => Promise<number>;
  maxBytes?: number | undefined;
  /** How long a visitor waits for the new page if there is an old one, in milliseconds. */
  patienceMs?: number;
}

/** How long a stale page may be served while the new one is rendered (RFC 5861 `stale-while-revalidate`). */
const staleMs = 10_000;
/** A page that has been stale for this long is served with a notice of its age, in milliseconds. */
const longStaleMs = 60_000;
/** How long a page may be served stale while rendering fails (RFC 5861 `stale-if-error`). */
const oldMs = 86_400_000;
/** Delay before the next attempt after a rendering that failed or took too long, in milliseconds. */
const tryAgainMs = 5_000;

/** Memory of a page besides its bodies: headers, ETags, and its entry in the map. */
const overheadBytes = 1_024;

const packBrotli = promisify(brotliCompress);

/** The public pages of one process. `render` must not depend on the visitor. */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>();
  private readonly rendering = new Map<string, Promise<CachedPage | Response>>();
  private readonly now: () => number;
  private readonly lifeMs: () => Promise<number>;
  private readonly maxBytes: number;
  private readonly patienceMs: number;
  private bytes = 0;
  /**
   * The number of catalogue changes so far. If it grows while a page is rendered, the page is stale from the beginning.
   */
  changes = 0;

  constructor(options: PageCacheOptions = {}) {
    const { now = Date.now, lifeMs = async () => 60_000, maxBytes = 24 * 1024 * 1024, patienceMs = 2_000 } = options;
    this.now = now;
    this.lifeMs = lifeMs;
    this.maxBytes = maxBytes;
    this.patienceMs = patienceMs;
  }

  /** Returns a fresh page, which may be sent without waiting, or null. */
  peek(key: string): CachedPage | null {
    const page = this.pages.get(key);
    if (!page || page.staleAt !== null || this.now() >= page.goodUntil) return null;
    // The map is in the order of requests, for `makeRoom`.
    this.pages.delete(key);
    this.pages.set(key, page);
    return page;
  }

  /**
   * Returns the page. If needed, it is rendered now, once for all concurrent requests. Returns a Response if the result
   * must not be cached. While rendering fails or takes too long, a page is served for 24 hours more. That page has a
   * notice of its age if rendering failed, or if something on it changed over a minute ago.
   */
  async get(key: string, render: () => Promise<Response>): Promise<CachedPage | Response> {
    const page = this.pages.get(key);
    if (page) {
      const staleSince = Math.min(page.staleAt ?? Infinity, page.goodUntil);
      if (this.now() < staleSince) return page;
      if (this.now() - staleSince < staleMs) {
        void this.renderOnce(key, render).catch(() => {}); // if the error persists, the next request reports it
        return page;
      }
      if (this.now() - staleSince < oldMs) return this.renderOrKeep(key, page, render);
    }
    return this.renderOnce(key, render);
  }

  private async renderOrKeep(key: string, old: CachedPage, render: () => Promise<Response>) {
    const asItIs = () => {
      const hasLongChanged = old.staleAt !== null && this.now() - old.staleAt >= longStaleMs;
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

  /** Marks pages as stale after a change of the catalogue: those that show one of these books, or all for null. */
  drop(bookIds: string[] | null = null): void {
    this.changes += 1;
    const changed = bookIds?.map(hashOfId);
    for (const page of this.pages.values())
      if (!changed || changed.some((hash) => page.shown.includes(hash))) page.staleAt ??= this.now();
  }

  /** Removes all pages after a change that must show at once. */
  clear(): void {
    this.changes += 1;
    for (const key of this.pages.keys()) this.forget(key);
  }

  size(): { pages: number; bytes: number } {
    return { pages: this.pages.size, bytes: this.bytes };
  }

  private async renderOnce(key: string, render: () => Promise<Response>) {
    const running = this.rendering.get(key);
    if (running) {
      const result = await running;
      // A body can be read only once, so each request that waited for an uncacheable response renders its own.
      return result instanceof Response ? render() : result;
    }
    const begun = this.render(key, render).finally(() => this.rendering.delete(key));
    this.rendering.set(key, begun);
    return begun;
  }

  private async render(key: string, render: () => Promise<Response>) {
    const { changes } = this;
    const begunAt = this.now();
    const [lifeMs, response] = await Promise.all([this.lifeMs(), render()]);
    // The page has moved or is gone, so that its old content must not come back.
    if (response.status >= 300 && response.status < 500) this.forget(key);
    if (response.status !== 200 || response.headers.has("set-cookie")) return response;
    const page = await pack(response, this.now(), begunAt + lifeMs);
    if (changes !== this.changes) page.staleAt = this.now();
    this.keep(key, page);
    return page;
  }

  /** Stores a page as the last of the map. */
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

  /** Removes the pages that were not requested for the longest time until the others fit. */
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

async function pack(response: Response, renderedAt: number, goodUntil: number): Promise<CachedPage> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].filter(([name]) => name !== "content-length" && name !== "transfer-encoding");
  return packBytes(body, headers.flat(), renderedAt, goodUntil);
}

/**
 * Adds an attribute by which style sheets show the notice. The rest of the page stays unchanged, because React must
 * hydrate it.
 */
function markOld(page: CachedPage): Promise<CachedPage> {
  const html = bodyOf(page, "identity")
    .toString("latin1")
    .replace(/<html(?=[ >])/, "<html data-old");
  return packBytes(Buffer.from(html, "latin1"), page.headers, page.renderedAt, page.goodUntil);
}

/** The body of a page in an encoding. */
export function bodyOf(page: CachedPage, encoding: Encoding): Buffer {
  if (encoding === "br") return page.packed.br;
  if (encoding === "gzip") return page.packed.gzip ?? packGzip(page);
  return brotliDecompressSync(page.packed.br);
}

/**
 * Compresses a page with gzip, once, at the level that gives nearly the fewest bytes. Takes 1 to 2 ms for a long page.
 */
function packGzip(page: CachedPage): Buffer {
  const gzip = exactly(gzipSync(bodyOf(page, "identity"), { level: 6 }));
  page.packed.gzip = gzip;
  page.hasGrown?.(gzip.length);
  return gzip;
}

async function packBytes(
  identity: Buffer,
  headers: string[],
  renderedAt: number,
  goodUntil: number,
): Promise<CachedPage> {
  const br = await packBrotli(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
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
    goodUntil,
    staleAt: null,
    triedAgainAt: 0,
    hasFailed: false,
    asOld: null,
  };
}

/** Copies bytes: zlib returns a slice of a 16 kB buffer, which would keep the whole buffer in memory. */
function exactly(bytes: Buffer): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
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
