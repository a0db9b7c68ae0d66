import { redirect } from "react-router";

import type { Route } from "./+types/former-path.route";

/** Redirects from the former path of documents, because letters that were already sent contain it. */
export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  return redirect(pathname.replace("/papers/", "/documents/") + search, 301);
}
