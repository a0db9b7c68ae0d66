import { bodyOf, chooseEncoding, isUnchanged, type CachedPage, type Encoding } from "#server/pages/page-cache.ts";
import { sharedCaching } from "#server/pages/surrogate-keys.ts";

/**
 * Returns the response for a cached page in an encoding that the browser accepts, or 304 if the browser's copy is
 * current. `headers` contains names and values in turn. A CDN may keep it for `keepSeconds`, but no longer than it is
 * current.
 */
export function readCachedResponse(
  page: CachedPage,
  acceptEncoding: string | null | undefined,
  ifNoneMatch: string | null | undefined,
  keepSeconds = 0,
): { status: number; headers: string[]; body: Buffer | null } {
  const encoding: Encoding = chooseEncoding(acceptEncoding);
  const etag = page.etags[encoding];
  const headers = [...page.headers, "etag", etag];
  const seconds = page.staleAt === null ? Math.min(keepSeconds, Math.floor((page.goodUntil - Date.now()) / 1_000)) : 0;
  if (seconds > 0) headers[headers.indexOf("cache-control") + 1] = sharedCaching(seconds);
  if (isUnchanged(ifNoneMatch, etag)) return { status: 304, headers, body: null };
  const body = bodyOf(page, encoding);
  headers.push("content-length", String(body.length));
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  return { status: 200, headers, body };
}

/** Like `readCachedResponse`, as a Response. `asked` are the headers of the request. */
export function buildResponse(page: CachedPage, asked: Headers, keepSeconds?: number): Response {
  const answer = readCachedResponse(page, asked.get("accept-encoding"), asked.get("if-none-match"), keepSeconds);
  const headers = new Headers();
  for (let place = 0; place < answer.headers.length; place += 2)
    headers.append(answer.headers[place]!, answer.headers[place + 1]!);
  return new Response(answer.body ? new Uint8Array(answer.body) : null, { status: answer.status, headers });
}
