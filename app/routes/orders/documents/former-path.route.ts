import { redirect } from "react-router";

import type { Route } from "./+types/former-path.route";

/** Sends readers on from the path that documents had before, which stands in letters already sent. */
export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  return redirect(pathname.replace("/papers/", "/documents/") + search, 301);
}
