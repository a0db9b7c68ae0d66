/**
 * Draws what is far below on the page and fetches its covers when nobody waits for anything: who flicks down meets no empty boxes,
 * and neither does a picture of the whole page. Where data is dear or slow it all comes when one is there.
 */
export function drawFarBelow(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  if (connection?.saveData || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? "")) return;
  if (document.readyState === "complete") whenIdle(draw);
  else addEventListener("load", () => whenIdle(draw), { once: true });
}

/** On a device that is never idle, a little later all the same. */
function whenIdle(work: () => void) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 300 });
  else setTimeout(work);
}

function draw() {
  document.documentElement.dataset.far = "drawn";
  for (const image of document.querySelectorAll<HTMLImageElement>("main img[loading=lazy]")) {
    image.fetchPriority = "low";
    image.loading = "eager";
  }
}
