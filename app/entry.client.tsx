import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { findDeniedStorage, isFirstOfVisit } from "./client/storage/denied-storage.ts";
import { loadDevanagariFontsWhenSeen } from "./client/load-devanagari-fonts.ts";
import { reportUnlessTranslated, surviveTranslation } from "./client/translated-pages.ts";

surviveTranslation();
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, { onRecoverableError: reportUnlessTranslated });
});
loadDevanagariFontsWhenSeen();

const denied = findDeniedStorage();
if (denied && isFirstOfVisit())
  void import("./client/storage/denied-storage-notice.tsx").then(({ showDeniedStorage }) => showDeniedStorage(denied));

// After the load event and in idle time, so that it does not delay the first page. Without site data browsers reject
// service workers, and in a sandbox even reading `navigator.serviceWorker` throws.
if (import.meta.env.PROD && !denied && navigator.serviceWorker) {
  const start = async () => (await import("./offline/start-offline.ts")).startOffline();
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(start);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle);
}
