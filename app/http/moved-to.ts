import { redirect } from "react-router";

/** Sends a reader, and whoever keeps the old address, on to where a page is found now. */
export function movedTo(path: string): Response {
  // What was joined by hand may be parted again: nobody keeps this answer for ever.
  return redirect(path, { status: 301, headers: { "cache-control": "public, max-age=3600" } });
}
