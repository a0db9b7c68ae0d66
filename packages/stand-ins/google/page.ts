import { html } from "hono/html";

import { answerPage, type Html } from "@endpaper/stand-in-kit/page";
import type { GoogleContext } from "./context.ts";

/** A page: what it says, and where its forms may lead beside the stand-in itself. */
export interface GooglePage {
  title: string;
  body: Html;
  status?: number;
  formTargets?: string[];
}

/** Answers with a page. It has no script, and stands alone, as Google's do. */
export async function answerGooglePage(
  context: GoogleContext,
  { title, body, status, formTargets = [] }: GooglePage,
): Promise<Response> {
  const { basePath, hasControl } = context;
  return answerPage({
    title: `${title} - Google stand-in`,
    head: html`<link rel="icon" href="${basePath}/google.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="${basePath}/google.css" />`,
    body: html`<header>This is Endpaper's stand-in for Google. No real account is asked.</header>
      <main>${body}</main>
      ${hasControl ? html`<footer><a href="${basePath}/control">Try what happens when sign-in fails</a></footer>` : ""}`,
    policy: [
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      // A form's target covers where its answer leads.
      ["form-action 'self'", ...formTargets].join(" "),
    ].join("; "),
    status,
    headers: openerHeader(context),
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
  return answerGooglePage(context, { title, body, status });
}
