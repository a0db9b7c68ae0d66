/** A value shared by several components. */
export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Creates a store. `start` runs at the first subscription; its signal is aborted when the last subscription ends. */
export function createStore<Value>(value: Value, start?: (signal: AbortSignal) => void): Store<Value> {
  const listeners = new Set<() => void>();
  let controller: AbortController;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) start?.((controller = new AbortController()).signal);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) controller?.abort();
      };
    },
  };
}
