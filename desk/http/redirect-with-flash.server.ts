import { redirect } from "react-router";

import { setDeskFlash } from "./cookies.server.ts";

/** Leads to a page of the desk after a form was done; the page says these words once. */
export function redirectWithFlash({ url }: Request, to: string, words: string): Response {
  const headers = new Headers();
  setDeskFlash(headers, url, words);
  return redirect(to, { status: 303, headers });
}
