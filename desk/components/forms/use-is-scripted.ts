import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Whether the page is hydrated: false on the server and in the first render in the browser. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
