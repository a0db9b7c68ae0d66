import { bodyOf, chooseEncoding, isUnchanged, type CachedPage, type Encoding } from "#server/pages/page-cache.ts";

/**
 * Returns the response for a cached page in an encoding that the browser accepts, or 304 if the browser's copy is
 * current. `headers` contains names and values in turn.
 */
export function readCachedResponse(
  page: CachedPage,
  acceptEncoding: string | null | undefined,
  ifNoneMatch: string | null | undefined,
): { status: number; headers: string[]; body: Buffer | null } {
  const encoding: Encoding = chooseEncoding(acceptEncoding);
  const etag = page.etags[encoding];
  if (isUnchanged(ifNoneMatch, etag)) return { status: 304, headers: [...page.headers, "etag", etag], body: null };
  const body = bodyOf(page, encoding);
  const headers = [...page.headers, "etag", etag, "content-length", String(body.length)];
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  return { status: 200, headers, body };
}

/** Like `readCachedResponse`, as a Response. `asked` are the headers of the request. */
export function buildResponse(page: CachedPage, asked: Headers): Response {
  const answer = readCachedResponse(page, asked.get("accept-encoding"), asked.get("if-none-match"));
  const headers = new Headers();
  for (let place = 0; place < answer.headers.length; place += 2)
    headers.append(answer.headers[place]!, answer.headers[place + 1]!);
  const response = new Response(answer.body ? new Uint8Array(answer.body) : null, { status: answer.status, headers });
  // The page is from before a change. A CDN that was just purged must not store it again.
  if (page.staleAt !== null && response.headers.get("cache-control")?.includes("s-maxage"))
    response.headers.set("cache-control", "public, max-age=0, must-revalidate");
  return response;
}
