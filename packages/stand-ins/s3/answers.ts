/** A successful response with an XML body. */
export function xml(body: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, {
    headers: { "content-type": "application/xml" },
  });
}

/** An error response. */
export function refusal(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });
}
