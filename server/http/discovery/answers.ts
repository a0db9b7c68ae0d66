/** A search engine that reads such a document need not show it. */
export const notShown = { "x-robots-tag": "noindex" };

/** There is no document at this address. */
export function notFound(): Response {
  return new Response("There is no such file.", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
