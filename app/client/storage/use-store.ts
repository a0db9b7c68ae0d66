import { useSyncExternalStore } from "react";

import type { Store } from "./store.ts";

/** What a component shows of a store; `onServer` until React has taken over the page. */
export function useStore<Value, Shown>(
  { get, subscribe }: Store<Value>,
  select: (value: Value) => Shown,
  onServer: Shown,
): Shown {
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => onServer,
  );
}
