/**
 * The whole body of a request, unless it has more bytes than that. Read at once and not passed on as a stream: forms
 * are small, and web streams cost more than all else that is done to answer one. Hono's `bodyLimit` opens the stream also
 * where the length is known: a small form then takes about twice the processor time.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | "too-large"> {
  const { headers } = request;
  const told = headers.has("transfer-encoding") ? null : headers.get("content-length");
  // node:http hands over no more than was told.
  if (told !== null) return Number(told) > maxBytes ? "too-large" : Buffer.from(await request.arrayBuffer());
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) return "too-large";
    parts.push(part);
  }
  return Buffer.concat(parts);
}
