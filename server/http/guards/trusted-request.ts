/** Whether the body is a form without files, as browsers send it. */
export function isForm(request: Request): boolean {
  const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
  return mediaType.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

/** Whether the client shows the response as a page, unlike scripts and the router's own requests. */
export function isForPage(request: Request): boolean {
  return request.headers.get("accept")?.includes("text/html") ?? false;
}

/** Whether a form contains a zero byte, which PostgreSQL does not store in texts. */
export function hasZeroByte(form: Buffer): boolean {
  return form.includes("%00") || form.includes(0);
}

/**
 * Rebuilds the request under the shop's own address, because the client chooses the Host header and may even send a URL
 * of another site. The guard before the router has checked Origin already.
 */
export function withTrustedUrl(request: Request, publicUrl: string, body: Buffer<ArrayBuffer> | null) {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("origin");
  return new Request(publicUrl + pathname + search, {
    method: request.method,
    headers,
    body: mayHaveBody(request.method) ? body : null,
    // Requests with a body get no abort signal: a change is completed even if its client disconnects.
    ...(mayHaveBody(request.method) ? { duplex: "half" } : { signal: request.signal }),
  });
}

/** Whether a request of this method may have a body. */
export function mayHaveBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}
