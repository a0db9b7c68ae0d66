import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Whether the page's script has come: on the server and in a page that was only just read it has not. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
