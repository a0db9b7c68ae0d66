import { cartQueueChanged } from "./cart-queue-changed.ts";

const stayMs = 10_000;

/** Registers the service worker, unless the reader saves data, and shows the connection banner when needed. */
export async function startOffline(): Promise<void> {
  addEventListener("page-shown", cacheShownPage);
  addEventListener("offline", drawBanner);
  addEventListener(cartQueueChanged, drawBanner);
  drawBanner();
  const { connection } = navigator;
  if (connection?.saveData) return;
  const worker = navigator.serviceWorker;
  if (!worker.controller) {
    // The first page loaded before the worker was active; cache it now.
    worker.addEventListener("controllerchange", cacheShownPage, { once: true });
    await waitForInteraction();
  }
  try {
    await worker.register("/sw.js", { updateViaCache: "none" });
  } catch {
    // Without a service worker the shop needs a connection.
  }
}

/**
 * Waits for the first interaction, or 10 s: the worker downloads the whole build, which must not compete with the first
 * page.
 */
function waitForInteraction(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const sign of ["pointerdown", "keydown", "scroll", "page-shown"])
      addEventListener(sign, resolve, { once: true });
    setTimeout(resolve, stayMs);
  });
}

/**
 * Tells the worker about a page that the router opened without a document request, and removes the mark of a cached
 * document.
 */
function cacheShownPage() {
  delete document.documentElement.dataset.cached;
  navigator.serviceWorker.controller?.postMessage(location.pathname + location.search);
}

let isDrawn = false;

/** Shows the banner when there is something to report; it stays afterwards to report the result. */
function drawBanner() {
  if (isDrawn || !isSomethingToSay()) return;
  isDrawn = true;
  import("./connection-banner.tsx").then(
    ({ renderConnectionBanner }) => renderConnectionBanner(),
    () => (isDrawn = false),
  );
}

function isSomethingToSay() {
  return !navigator.onLine || document.documentElement.dataset.cached || localStorage.getItem("cart-queue") !== null;
}
