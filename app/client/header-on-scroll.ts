/**
 * The smallest scroll distance that counts, in px; a trembling finger or the bounce at the end of a page moves less.
 */
const leastPx = 6;

/** Sets `data-reading-on` on the document while the reader scrolls down; `header.css` then hides the header. */
export function trackScrollDirection(): void {
  let last = scrollY;
  addEventListener(
    "scroll",
    () => {
      if (Math.abs(scrollY - last) < leastPx) return;
      document.documentElement.toggleAttribute("data-reading-on", scrollY > last && scrollY > 64);
      last = scrollY;
    },
    { passive: true },
  );
  // When something above the view gets another height, such as a text with its font, the browser scrolls to keep what
  // is seen in its place. The reader has not scrolled then, and may be about to press something in the header.
  const grown = new ResizeObserver(() => {
    last = scrollY;
  });
  grown.observe(document.documentElement);
}
