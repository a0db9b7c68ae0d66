/** Headers of a file that crawlers may read, but search engines should not list. */
export const noIndex = { "x-robots-tag": "noindex" };

export function notFound(): Response {
  return new Response("There is no such file.", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
