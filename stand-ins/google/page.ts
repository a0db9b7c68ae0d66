import { html } from "hono/html";

import type { GoogleContext } from "./context.ts";

type Html = ReturnType<typeof html>;

/** A page: what it says, and where its forms may lead beside the stand-in itself. */
export interface Page {
  title: string;
  body: Html;
  status?: number;
  formTargets?: string[];
  isWide?: boolean;
}

/** Answers with a page. It has no script, and stands alone, as Google's do. */
export async function answerPage(
  context: GoogleContext,
  { title, body, status = 200, formTargets = [], isWide }: Page,
): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - Google stand-in</title>
        <link rel="icon" href="${context.basePath}/google.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${context.basePath}/google.css" />
      </head>
      <body>
        <header>This is Endpaper's stand-in for Google. No real account is asked.</header>
        <main${isWide ? html` class="wide"` : ""}>${body}</main>
        ${context.hasControl && !isWide ? html`<footer><a href="${context.basePath}/control">Try what happens when sign-in fails</a></footer>` : ""}
      </body>
    </html>`;
  return new Response(String(text), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": [
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        // A form's target covers where its answer leads.
        ["form-action 'self'", ...formTargets].join(" "),
      ].join("; "),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      ...openerHeader(context),
    },
  });
}

/** Whether the window that opened this one keeps a line to it. */
export function openerHeader({ faults }: GoogleContext): Record<string, string> {
  return { "cross-origin-opener-policy": faults.take("closedOpener") ? "same-origin" : "unsafe-none" };
}

/** A page that only says something. */
export function messagePage(
  context: GoogleContext,
  status: number,
  title: string,
  text: string,
  code = "",
): Promise<Response> {
  const body = html`<h1>${title}</h1>
    <p>${text}</p>
    ${code ? html`<p class="quiet">Error ${status}: ${code}</p>` : ""}`;
  return answerPage(context, { title, body, status });
}
