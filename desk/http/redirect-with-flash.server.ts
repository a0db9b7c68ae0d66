import { redirect } from "react-router";

import { setDeskFlash } from "./cookies.server.ts";

/** Redirects after a successful form (303) with a message that the next page shows once. */
export function redirectWithFlash({ url }: Request, to: string, words: string): Response {
  const headers = new Headers();
  setDeskFlash(headers, url, words);
  return redirect(to, { status: 303, headers });
}
