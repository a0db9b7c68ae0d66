import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigation } from "react-router";

/** Loaded when there is something to say; where it cannot be loaded nothing is said. */
const OfflineLine = lazy(() =>
  import("#app/offline/offline-line.tsx").then(
    ({ OfflineLine: line }) => ({ default: line }),
    () => ({ default: () => null }),
  ),
);

/** What is under way between the reader and the shop: a thin bar while a page is coming, and a line when none can come. */
export function Connection() {
  const isBusy = useNavigation().state !== "idle";
  const { key, pathname, search } = useLocation();
  const [isSlow, setSlow] = useState(false);
  const isLineDue = useSyncExternalStore(listen, isSomethingToSay, () => false);
  const shown = useRef(key);

  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(setSlow, 150, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isBusy]);

  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    // The document may have been a kept copy; what came after it is from the shop, and kept in its turn.
    delete document.documentElement.dataset.kept;
    navigator.serviceWorker?.controller?.postMessage(pathname + search);
  }, [key]);

  return (
    <>
      <div className="route-progress" hidden={!isSlow} />
      <p aria-live="polite" className="sr-only">
        {isSlow && "Loading"}
      </p>
      {isLineDue && (
        <Suspense>
          <OfflineLine />
        </Suspense>
      )}
    </>
  );
}

let isDue = false;

/** Once there was something to say, the line stays to say what becomes of it. */
function isSomethingToSay(): boolean {
  try {
    isDue ||= !navigator.onLine || !!document.documentElement.dataset.kept || "cart-later" in localStorage;
  } catch {
    // A browser that keeps nothing has nothing waiting.
  }
  return isDue;
}

function listen(listener: () => void) {
  addEventListener("offline", listener);
  return () => removeEventListener("offline", listener);
}
