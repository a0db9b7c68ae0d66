import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Sends a script, style sheet or picture of a folder (a URL with a slash at its end); returns null if the file does not
 * exist. The file is read for each request, so that a reload shows changes. Pages of any origin may load it, as the
 * shop's pages load checkout.js.
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
