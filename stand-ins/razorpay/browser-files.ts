import { readFileSync } from "node:fs";

const types: Record<string, string> = {
  "checkout.js": "text/javascript; charset=utf-8",
  "frame.js": "text/javascript; charset=utf-8",
  "frame-card.js": "text/javascript; charset=utf-8",
  "frame-form.js": "text/javascript; charset=utf-8",
  "frame.css": "text/css; charset=utf-8",
  "frame-views.css": "text/css; charset=utf-8",
  "control.css": "text/css; charset=utf-8",
};

/** A script or style from ./browser, or null. Read from disk each time, so an edit shows on reload. */
export function answerBrowserFile(name: string): Response | null {
  if (!Object.hasOwn(types, name)) return null;
  const text = readFileSync(new URL(`./browser/${name}`, import.meta.url), "utf8");
  return new Response(text, {
    headers: {
      "content-type": types[name]!,
      "cache-control": "no-cache",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
