import { redirect } from "react-router";

/** Redirects permanently (301) to the new path of a page. */
export function movedTo(path: string): Response {
  // A merge may be undone, so caches keep the redirect for one hour only.
  return redirect(path, { status: 301, headers: { "cache-control": "public, max-age=3600" } });
}
