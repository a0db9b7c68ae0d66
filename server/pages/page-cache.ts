import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from "node:zlib";

/** How an answer is packed on the wire. */
export type Encoding = "br" | "gzip" | "identity";

/** A public page, rendered once and packed once in each encoding that somebody takes. */
export interface CachedPage {
  /** Names and values by turns, as Node.js writes them. */
  headers: string[];
  /** Strong: the bytes of each encoding have their own. */
  etags: Record<Encoding, string>;
  /** Only packed ones are kept; who takes neither gets it unpacked. Browsers take Brotli: gzip is packed when it is asked for. */
  packed: { br: Buffer; gzip: Buffer | null };
  /** While it is kept: hears of the bytes that it takes more. */
  hasGrown: ((bytes: number) => void) | null;
  bytes: number;
  /** Bytes of the page itself. */
  length: number;
  /** Hashes of everything in it that may be the id of a book. */
  shown: Uint32Array;
  /** Milliseconds of the cache's clock. */
  renderedAt: number;
  /** When the catalogue changed under it; still served while it is rendered anew. */
  staleAt: number | null;
  /** Rendering it anew failed or took too long: until then nobody tries again, and it is served as it is. */
  triedAgainAt: number;
  /** The last try failed: what has changed since may not be known here either. */
  hasFailed: boolean;
  /** The same with a line that says how old it may be; made when it is first served so. */
  asOld: Promise<CachedPage> | null;
}

export interface PageCacheOptions {
  /** Monotonic or wall milliseconds. */
  now?: () => number;
  maxBytes?: number;
  /** Milliseconds that a reader waits for the new page while there is an old one. */
  patienceMs?: number;
}

/** Charts move with sales that change no word on a page: nothing is served older than this. */
const maxAgeMs = 60_000;
/** How long a page may be served after it went stale, while the new one is rendered. */
const staleMs = 10_000;
/** For so long a page outlives the database, or whatever else keeps it from being rendered (RFC 5861, stale-if-error). */
const oldMs = 86_400_000;
/** After a try that failed or took too long, nobody tries again for so long. */
const tryAgainMs = 5_000;

/** What a page takes beside its bytes: headers, tags, its place in the map. */
const besideBytes = 1_024;

const packBrotli = promisify(brotliCompress);

/** The public pages of one process. `render` must not depend on who asks. */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>();
  private readonly rendering = new Map<string, Promise<CachedPage | Response>>();
  private readonly now: () => number;
  private readonly maxBytes: number;
  private readonly patienceMs: number;
  private bytes = 0;
  /** Counts changes of the catalogue; a page begun before a change is stale when it is done. */
  changes = 0;

  constructor({ now = Date.now, maxBytes = 24 * 1024 * 1024, patienceMs = 2_000 }: PageCacheOptions = {}) {
    this.now = now;
    this.maxBytes = maxBytes;
    this.patienceMs = patienceMs;
  }

  /** A page that may be sent as it is, without waiting. */
  peek(key: string): CachedPage | null {
    const page = this.pages.get(key);
    return page && page.staleAt === null && this.now() - page.renderedAt < maxAgeMs ? page : null;
  }

  /**
   * The page, rendered now if need be, once however many ask; a Response when it is not one to keep. While it cannot be
   * rendered, one of the last day is served; with a line that says so when rendering failed, or what changed is a minute ago.
   */
  async get(key: string, render: () => Promise<Response>): Promise<CachedPage | Response> {
    const page = this.pages.get(key);
    if (page) {
      const staleSince = Math.min(page.staleAt ?? Infinity, page.renderedAt + maxAgeMs);
      if (this.now() < staleSince) return page;
      if (this.now() - staleSince < staleMs) {
        void this.renderOnce(key, render).catch(() => {}); // the next reader gets the error, if it stays
        return page;
      }
      if (this.now() - page.renderedAt < oldMs) return this.renderOrKeep(key, page, render);
    }
    return this.renderOnce(key, render);
  }

  private async renderOrKeep(key: string, old: CachedPage, render: () => Promise<Response>) {
    const asItIs = () => {
      const hasLongChanged = old.staleAt !== null && this.now() - old.staleAt >= maxAgeMs;
      return old.hasFailed || hasLongChanged ? (old.asOld ??= sayOld(old)) : old;
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

  /** Marks every page stale, as the catalogue has changed; only those that show one of these books where they are named. */
  drop(bookIds: string[] | null = null): void {
    this.changes += 1;
    const changed = bookIds?.map(hashOf);
    for (const page of this.pages.values())
      if (!changed || changed.some((hash) => page.shown.includes(hash))) page.staleAt ??= this.now();
  }

  /** How much is cached; the tests look at it. */
  size(): { pages: number; bytes: number } {
    return { pages: this.pages.size, bytes: this.bytes };
  }

  private async renderOnce(key: string, render: () => Promise<Response>) {
    const running = this.rendering.get(key);
    if (running) {
      const result = await running;
      // One body can be read once: those who waited for an answer that is not cached render their own.
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

  /** Newest last; the oldest go when there is no more room. */
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

/** Style sheets show the line on a document that is marked so: what React takes over must be the page as it was. */
function sayOld(page: CachedPage): Promise<CachedPage> {
  const html = bodyOf(page, "identity")
    .toString("latin1")
    .replace(/<html(?=[ >])/, "<html data-old");
  return packBytes(Buffer.from(html, "latin1"), page.headers, page.renderedAt);
}

/** The page in an encoding. */
export function bodyOf(page: CachedPage, encoding: Encoding): Buffer {
  if (encoding === "br") return page.packed.br;
  if (encoding === "gzip") return page.packed.gzip ?? packGzip(page);
  return brotliDecompressSync(page.packed.br);
}

/** Once, at the level that gives nearly the least bytes; a millisecond or two for a long page. */
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
    bytes: br.length + shown.byteLength + besideBytes,
    length: identity.length,
    shown,
    renderedAt,
    staleAt: null,
    triedAgainAt: 0,
    hasFailed: false,
    asOld: null,
  };
}

/** What zlib answers is a part of the 16 kB that it worked in, and would keep all of them. */
function exactly(bytes: Buffer): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
}

/** A page leads to every book that it shows, and its data name them: whatever stands there like an id is one for all we know. */
const idLike = /(?<=["/])[a-z0-9-]{1,120}(?=["\\/?#])/g;

function idsIn(page: Buffer): Uint32Array {
  return Uint32Array.from(new Set(Array.from(page.toString("latin1").matchAll(idLike), ([id]) => hashOf(id))));
}

/** FNV-1a, 32 bits: two ids with the same one only make a page stale that need not be. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193);
  return hash >>> 0;
}

/** The best encoding the browser takes. */
export function chooseEncoding(acceptEncoding: string | undefined | null): Encoding {
  if (!acceptEncoding) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding) ? "gzip" : "identity";
}

/** Whether the browser's copy is still the page. */
export function isUnchanged(ifNoneMatch: string | undefined | null, etag: string): boolean {
  return ifNoneMatch != null && ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
