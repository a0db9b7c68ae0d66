import { useRouteLoaderData } from "react-router";

import type { loader } from "#app/root.tsx";

/** What every page knows of the shop; undefined on an error page that could not learn it. */
export function useShop() {
  return useRouteLoaderData<typeof loader>("root");
}
