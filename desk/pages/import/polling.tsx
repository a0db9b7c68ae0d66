import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Poll interval in seconds. */
const pollSeconds = 2;

/** Polls the page's data while the component is mounted. `seen` is the current data: each change restarts the timer. */
export function usePolling(seen: unknown) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), pollSeconds * 1000);
    return () => clearTimeout(timer);
  }, [revalidate, state, seen]);
}

/** Reloads the page every 3 seconds where scripts do not run. */
export function PollWithoutScript() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="3" />
    </noscript>
  );
}
