const gapPx = 6;
/** Narrower ones cut off most titles; the margin is what a phone leaves beside it. */
const leastWidthPx = 352;
const marginPx = 20;
/** Room for about three rows; where there is less, the page is scrolled to see them. */
const leastHeightPx = 176;

/**
 * Keeps an element of the top layer below another one: as wide, unless that is very narrow, and as high as the keyboard of
 * a phone leaves room for. It ends with the function that is returned. It is laid out against the page, and follows what it hangs from
 * when that stays on the screen.
 */
export function placeBelow(element: HTMLElement, above: HTMLElement): () => void {
  const place = () => {
    const { bottom, left, right } = above.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(above);
    const start = left + parseFloat(paddingLeft);
    const pageWidth = document.documentElement.clientWidth;
    const width = Math.max(right - parseFloat(paddingRight) - start, Math.min(leastWidthPx, pageWidth - 2 * marginPx));
    const view = window.visualViewport;
    const end = view ? view.offsetTop + view.height : innerHeight;
    Object.assign(element.style, {
      top: `${bottom + scrollY + gapPx}px`,
      left: `${Math.max(0, Math.min(start, pageWidth - marginPx - width)) + scrollX}px`,
      width: `${width}px`,
      maxHeight: `${Math.max(leastHeightPx, end - bottom - 2 * gapPx)}px`,
    });
  };
  const controller = new AbortController();
  const { signal } = controller;
  place();
  addEventListener("resize", place, { signal });
  addEventListener("scroll", place, { signal, passive: true });
  window.visualViewport?.addEventListener("resize", place, { signal });
  window.visualViewport?.addEventListener("scroll", place, { signal });
  return () => controller.abort();
}
