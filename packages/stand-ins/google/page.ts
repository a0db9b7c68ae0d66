import { html } from "hono/html";

import { answerPage, type Html } from "@endpaper/stand-in-kit/page";
import type { GoogleContext } from "./context.ts";

/** A page. `formTargets` are origins, besides the stand-in, that its forms may submit to. */
export interface GooglePage {
  title: string;
  body: Html;
  status?: number;
  formTargets?: string[];
}

/** Sends a page. Like Google's pages, it has no scripts and cannot be framed. */
export async function answerGooglePage(
  context: GoogleContext,
  { title, body, status, formTargets = [] }: GooglePage,
): Promise<Response> {
  const { basePath, hasControl } = context;
  return answerPage({
    title: `${title} - Google stand-in`,
    head: html`<link rel="icon" href="${basePath}/google.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="${basePath}/google.css" />`,
    body: html`<header>This is Endpaper's stand-in for Google. No real account is used.</header>
      <main>${body}</main>
      ${hasControl ? html`<footer><a href="${basePath}/control">Test what happens if sign-in fails</a></footer>` : ""}`,
    policy: [
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      // `form-action` also applies to redirects after the form.
      ["form-action 'self'", ...formTargets].join(" "),
    ].join("; "),
    status,
    headers: openerHeader(context),
  });
}

/** The header that controls whether the window that opened this one keeps a reference to it. */
export function openerHeader({ faults }: GoogleContext): Record<string, string> {
  return { "cross-origin-opener-policy": faults.take("closedOpener") ? "same-origin" : "unsafe-none" };
}

/** A page with a message. */
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
  return answerGooglePage(context, { title, body, status });
}
