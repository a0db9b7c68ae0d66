/** Less is a trembling hand, or a page that springs back at its end. */
const leastPx = 6;

/** Notes on the document whether the page was last scrolled down or up: `header.css` lets the header go, and brings it back. */
export function followScrolling(): void {
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
