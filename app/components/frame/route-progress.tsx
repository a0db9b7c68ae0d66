import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/**
 * Thin progress bar for slow navigations, announced to screen readers. After each navigation it dispatches `page-shown`
 * for `app/offline`.
 */
export function RouteProgress() {
  const isBusy = useNavigation().state !== "idle";
  const { key } = useLocation();
  const [isSlow, setSlow] = useState(false);
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
    dispatchEvent(new Event("page-shown"));
  }, [key]);

  return (
    <>
      <div className="route-progress" hidden={!isSlow} />
      <p aria-live="polite" className="sr-only">
        {isSlow && "Loading"}
      </p>
    </>
  );
}
