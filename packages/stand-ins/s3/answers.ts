/** What a store answers when it does what it was asked and has something to say. */
export function xml(body: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, {
    headers: { "content-type": "application/xml" },
  });
}

/** What a store answers when it does not do what it was asked. */
export function refusal(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });
}
