import { useRouteLoaderData } from "react-router";

import type { loader } from "#desk/root.tsx";

/** Returns the data of the desk's root loader; undefined on an error page when that loader failed. */
export function useDesk() {
  return useRouteLoaderData<typeof loader>("root");
}
