import { cartQueueChanged } from "./cart-queue-changed.ts";

const stayMs = 10_000;

/** Lets the shop be opened without a connection: registers the service worker, unless the reader saves data. */
export async function startOffline(): Promise<void> {
  addEventListener("page-shown", cacheShownPage);
  addEventListener("offline", drawLine);
  addEventListener(cartQueueChanged, drawLine);
  drawLine();
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const worker = navigator.serviceWorker;
  if (!worker.controller) {
    // The first page was there before the worker, and is cached all the same.
    worker.addEventListener("controllerchange", cacheShownPage, { once: true });
    await readerStays();
  }
  try {
    await worker.register("/sw.js", { updateViaCache: "none" });
  } catch {
    // A browser that keeps nothing needs a connection, as ever.
  }
}

/** A worker fetches all that a build has: not while the first page is still finding its feet. */
function readerStays(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const sign of ["pointerdown", "keydown", "scroll", "page-shown"])
      addEventListener(sign, resolve, { once: true });
    setTimeout(resolve, stayMs);
  });
}

/** The router came to a page without a document: it is not a cached copy, and the worker has not seen it. */
function cacheShownPage() {
  delete document.documentElement.dataset.cached;
  navigator.serviceWorker.controller?.postMessage(location.pathname + location.search);
}

let isDrawn = false;

/** Draws the line at the foot of the window when there is something to say; it stays to say what comes of it. */
function drawLine() {
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
