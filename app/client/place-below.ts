const gapPx = 6;
/** Room for about three rows; where there is less, the page is scrolled to see them. */
const leastPx = 176;

/**
 * Keeps an element of the top layer below another one, as wide, and as high as the keyboard of a phone leaves room for;
 * ends with the function it returns. It is laid out against the page, and so scrolls with it.
 */
export function placeBelow(element: HTMLElement, above: HTMLElement): () => void {
  const place = () => {
    const { bottom, left, width } = above.getBoundingClientRect();
    const view = window.visualViewport;
    const end = view ? view.offsetTop + view.height : innerHeight;
    const style = getComputedStyle(above);
    const [start, finish] = [parseFloat(style.paddingLeft), parseFloat(style.paddingRight)];
    Object.assign(element.style, {
      top: `${bottom + scrollY + gapPx}px`,
      left: `${left + scrollX + start}px`,
      width: `${width - start - finish}px`,
      maxHeight: `${Math.max(leastPx, end - bottom - 2 * gapPx)}px`,
    });
  };
  const controller = new AbortController();
  const { signal } = controller;
  place();
  addEventListener("resize", place, { signal });
  window.visualViewport?.addEventListener("resize", place, { signal });
  window.visualViewport?.addEventListener("scroll", place, { signal });
  return () => controller.abort();
}
