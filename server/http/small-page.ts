import { createHash } from "node:crypto";

import { escapeHtml } from "#shop/kernel/mail/html-text.ts";
import { isForm, isForPage } from "./guards/trusted-request.ts";

/** A page that is rendered without the database, the router and any file. */
export interface SmallPage {
  heading: string;
  words: string;
  /** The form that a reader sent, with its values, so that they can send it again. */
  form?: { action: string; fields: URLSearchParams } | null;
}

/** The shop's colours. They are inline, because files may be unavailable too. */
const style = `
:root { color-scheme: light dark; --paper: oklch(98% 0.007 81); --ink: oklch(23% 0.015 76);
  --action: oklch(51.1% 0.23 277); --on-action: oklch(100% 0 0); --marigold: oklch(70% 0.145 67.4) }
@media (prefers-color-scheme: dark) {
  :root { --paper: oklch(19.6% 0.012 300); --ink: oklch(92.7% 0.016 83);
    --action: oklch(72.1% 0.151 285); --on-action: oklch(19.6% 0.03 290) }
}
body { margin: 0; min-height: 100vh; display: grid; align-content: center; justify-content: center;
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 "Figtree Variable", system-ui, sans-serif }
main { max-width: 34rem; margin: 1.5rem; padding-top: 1.5rem; border-top: 4px solid var(--marigold) }
h1 { margin: 0 0 1rem; font: 600 1.875rem/1.2 "Fraunces Variable", Georgia, serif; text-wrap: balance }
p { margin: 0 0 1rem }
form, .ways { display: inline-block; margin: 0.5rem 0.75rem 0 0 }
button, .ways { box-sizing: border-box; min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 1px solid var(--action);
  border-radius: 0.5rem; font: inherit; font-weight: 600; line-height: 1.6; cursor: pointer; text-decoration: none }
button { background: var(--action); color: var(--on-action) }
.ways { color: var(--action) }
:focus-visible { outline: 3px solid var(--action); outline-offset: 3px }
`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Returns a small page as a response that is not cached. */
export function answerSmallPage(page: SmallPage, status: number, headers: Record<string, string> = {}): Response {
  return new Response(htmlOf(page), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "private, no-store",
      ...headers,
    },
  });
}

/**
 * Returns the form of a request, so that the page can offer to send it again. Null if a script sent the form, or if it
 * contains a password.
 */
export function formToSendAgain(request: Request, body: Buffer | null): SmallPage["form"] {
  if (!body || !isForm(request) || !isForPage(request)) return null;
  const { pathname, search } = new URL(request.url);
  const fields = new URLSearchParams(body.toString());
  return [...fields.keys()].some((name) => /password/i.test(name)) ? null : { action: pathname + search, fields };
}

function htmlOf({ heading, words, form }: SmallPage): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(words)}</p>
${form ? htmlOfForm(form) : ""}<a class="ways" href="/">Return to homepage</a>
</main>
</body>
</html>
`;
}

function htmlOfForm({ action, fields }: NonNullable<SmallPage["form"]>): string {
  const hidden = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<p>All that you sent is kept on this page.</p>
<form method="post" action="${escapeHtml(action)}">
${hidden.join("\n")}
<button>Send it again</button>
</form>
`;
}
