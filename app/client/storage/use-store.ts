import { useSyncExternalStore } from "react";

import type { Store } from "./store.ts";

/** Selects a value of a store and renders again when it changes; `onServer` is used until hydration. */
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
