/** A value that components of the page share. */
export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** `start` runs when the first component shows the value; its signal is aborted when none shows it any more. */
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
