import { html } from "hono/html";

/** A piece of HTML; interpolated values are escaped. */
export type Html = ReturnType<typeof html>;

/** A page of a stand-in. */
export interface Page {
  title: string;
  /** The links to the style sheets, icon and scripts of the page. */
  head: Html;
  body: Html;
  /** The Content-Security-Policy of the page. */
  policy: string;
  status?: number;
  headers?: Record<string, string>;
}

/** Sends a page that may not be cached or indexed. */
export async function answerPage({ title, head, body, policy, status = 200, headers }: Page): Promise<Response> {
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return answerHtml(String(document), policy, { status, headers });
}

/** Sends HTML text. */
export function answerHtml(text: string, policy: string, { status = 200, headers }: Partial<Page> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
