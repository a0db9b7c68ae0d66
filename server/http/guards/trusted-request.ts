/** Whether its body is a form as browsers write one without files. */
export function isForm(request: Request): boolean {
  const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
  return mediaType.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

/** Whether a browser shows the answer as a page; scripts and the router's own requests ask otherwise. */
export function isForPage(request: Request): boolean {
  return request.headers.get("accept")?.includes("text/html") ?? false;
}

/** PostgreSQL keeps none, so no field of a form may have one. */
export function hasZeroByte(form: Buffer): boolean {
  return form.includes("%00") || form.includes(0);
}

/**
 * The same request under the shop's own address: the client writes the Host line and may even ask for another site's
 * URL, so what the router sees is built from the settings. Origin has done its work in the guard before the router.
 */
export function withTrustedUrl(request: Request, publicUrl: string, body: Buffer<ArrayBuffer> | null) {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("origin");
  return new Request(publicUrl + pathname + search, {
    method: request.method,
    headers,
    body: mayHaveBody(request.method) ? body : null,
    // A change is made to its end, also when whoever asked for it has gone.
    ...(mayHaveBody(request.method) ? { duplex: "half" } : { signal: request.signal }),
  } as RequestInit);
}

/** Whether a request of this method may bring a body. */
export function mayHaveBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}
