/**
 * The smallest scroll distance that counts, in px; a trembling finger or the bounce at the end of a page moves less.
 */
const leastPx = 6;

/** Sets `data-reading-on` on the document while the reader scrolls down; `header.css` then hides the header. */
export function trackScrollDirection(): void {
  const page = document.documentElement;
  let last = scrollY;
  let height = page.scrollHeight;
  // When something above the view gets another height, such as a text with its font, the browser scrolls to keep what
  // is seen in its place. The reader has not scrolled then, and may be about to press something in the header.
  const ignoreGrowth = () => {
    last = scrollY;
    height = page.scrollHeight;
  };
  new ResizeObserver(ignoreGrowth).observe(page);
  addEventListener(
    "scroll",
    () => {
      // The event of such a scroll may come before the observer is called.
      const growth = page.scrollHeight - height;
      if (growth !== 0 && Math.abs(scrollY - last - growth) < leastPx) ignoreGrowth();
      if (Math.abs(scrollY - last) < leastPx) return;
      page.toggleAttribute("data-reading-on", scrollY > last && scrollY > 64);
      last = scrollY;
    },
    { passive: true },
  );
}
