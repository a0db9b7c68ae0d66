import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadLateFaces } from "./client/late-faces.ts";

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
loadLateFaces();

// Only when the first page is there and nothing else is to be done: it costs that page nothing.
if (import.meta.env.PROD && navigator.serviceWorker) {
  const start = async () => (await import("./offline/start-offline.ts")).startOffline();
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(start);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle);
}
