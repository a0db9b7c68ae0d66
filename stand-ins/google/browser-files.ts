import { readFileSync } from "node:fs";

const types = { "google.css": "text/css; charset=utf-8", "google.svg": "image/svg+xml" };

/** The style or the icon of all pages. Read from disk each time, so an edit shows on reload. */
export function answerBrowserFile(name: keyof typeof types): Response {
  const text = readFileSync(new URL(`./browser/${name}`, import.meta.url), "utf8");
  return new Response(text, {
    headers: { "content-type": types[name], "cache-control": "no-cache", "x-content-type-options": "nosniff" },
  });
}
