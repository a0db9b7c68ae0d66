import { useEffect, useRef, useSyncExternalStore, type RefObject } from "react";

const neverChanges = () => () => {};

/**
 * Moves the focus to an element when it appears. Of an element that the server rendered, only if the reader has not moved
 * the focus before the script ran.
 */
export function useFocusOnMount<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  const isHydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const wasRendered = useRef(isHydrating);
  useEffect(() => {
    if (!wasRendered.current || document.activeElement === document.body) element.current?.focus();
  }, []);
  return element;
}
