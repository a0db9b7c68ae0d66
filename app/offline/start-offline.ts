/** Lets the shop be opened without a connection: registers the service worker, unless the reader saves data. */
export async function startOffline(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const worker = navigator.serviceWorker;
  if (!worker.controller) {
    // The first page was there before the worker, and is kept all the same.
    const keepThisPage = () => worker.controller?.postMessage(location.pathname + location.search);
    worker.addEventListener("controllerchange", keepThisPage, { once: true });
  }
  try {
    await worker.register("/sw.js", { updateViaCache: "none" });
  } catch {
    // A browser that keeps nothing needs a connection, as ever.
  }
}
