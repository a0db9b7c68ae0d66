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
}
