const gapPx = 6;
/**
 * The minimum width of the element; a narrower one would cut off most titles. On a phone it is as wide as the page
 * minus `marginPx` on each side.
 */
const leastWidthPx = 352;
const marginPx = 20;
/** The minimum of the element's `max-height`: room for about three rows, even if the reader must scroll to see them. */
const leastHeightPx = 176;

/**
 * Keeps an element of the top layer below `above`: as wide as `above`, but at least `leastWidthPx`, and as high as the
 * on-screen keyboard allows. The element is positioned on the page, so it scrolls with the page; if `above` is sticky,
 * it follows `above`. Returns a function that stops the positioning.
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
