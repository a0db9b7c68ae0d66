import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** Sends the font of names in Devanagari, for machines without one. */
export function answerDevanagariFont(): Response {
  return new Response(readFileSync(resolve("@fontsource/mukta/files/mukta-devanagari-400-normal.woff2")), {
    headers: { "content-type": "font/woff2", "cache-control": "public, max-age=86400" },
  });
}
