import { useRouteLoaderData } from "react-router";

import type { loader } from "#app/root.tsx";

/** Returns the data of the root loader; undefined on an error page when that loader failed. */
export function useShop() {
  return useRouteLoaderData<typeof loader>("root");
}
