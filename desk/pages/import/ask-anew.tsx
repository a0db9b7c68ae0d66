import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** How often the page asks anew, in seconds. */
const everySeconds = 2;

/** Asks the page anew again and again while this is on it; `seen` is what the page had the last time. */
export function useAskAnew(seen: unknown) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), everySeconds * 1000);
    return () => clearTimeout(timer);
  }, [revalidate, state, seen]);
}

/** The same without a script. */
export function AskAnewWithoutScript() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="3" />
    </noscript>
  );
}
