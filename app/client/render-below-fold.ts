import { loadDevanagariFonts } from "./load-devanagari-fonts.ts";

declare global {
  interface Navigator {
    /** Network Information API, which Chromium has. */
    connection?: { saveData?: boolean; effectiveType?: string };
  }
}

/**
 * Draws the parts of the page far below the fold and loads their covers and fonts while the browser is idle, so that fast
 * scrolling and full-page screenshots show no empty boxes. Skipped with Save-Data or on a connection of 3G or slower.
 */
export function renderBelowFold(): void {
  const { connection } = navigator;
  if (connection?.saveData || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? "")) return;
  if (document.readyState === "complete") whenIdle(draw);
  else addEventListener("load", () => whenIdle(draw), { once: true });
}

/** Runs `work` when the browser is idle, but after 300 ms at the latest, because some devices are never idle. */
function whenIdle(work: () => void) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 300 });
  else setTimeout(work);
}

function draw() {
  document.documentElement.dataset.far = "drawn";
  loadDevanagariFonts();
  for (const image of document.querySelectorAll<HTMLImageElement>("main img[loading=lazy]")) {
    image.fetchPriority = "low";
    image.loading = "eager";
  }
}
