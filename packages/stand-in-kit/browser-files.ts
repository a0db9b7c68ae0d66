import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * A script, style or picture of a folder (its URL ends with a slash), or null when the folder has no such file. It is
 * read from disk each time, so an edit shows on reload. A page of any origin may load it, as the shop does checkout.js.
 */
export function answerBrowserFile(folder: URL, name: string): Response | null {
  const type = types[extname(name)];
  if (!type || !readdirSync(folder).includes(name)) return null;
  return new Response(readFileSync(new URL(name, folder), "utf8"), {
    headers: {
      "content-type": type,
      "cache-control": "no-cache",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
