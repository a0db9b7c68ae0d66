import { cartNotice, setCartNotice } from "#app/client/cart/cart-notice.ts";
import { href } from "#routing/href.ts";

/*
 * Shows notices in the toast, before and after hydration: for 8 s, until the reader closes it, or until the next page.
 * The toast stays as long as the pointer or the focus is in it.
 */
const shownForMs = 8000;
let timer = 0;

if (!import.meta.env.SSR) {
  cartNotice.subscribe(showNotice);
  addEventListener("submit", noteHalf, { capture: true });
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".cart-toast button")) setCartNotice(null);
  });
}

/** Tells the stylesheet in which half of the screen a button was pressed, so that the toast appears in the other. */
function noteHalf({ submitter }: SubmitEvent) {
  const top = submitter?.getBoundingClientRect().top ?? 0;
  document.documentElement.dataset.pressed = top < innerHeight / 2 ? "above" : "below";
}

function showNotice() {
  clearInterval(timer);
  const toast = document.querySelector<HTMLElement>(".cart-toast");
  const status = toast?.querySelector("[role=status]");
  if (!toast || !status) return;
  const notice = cartNotice.get();
  status.textContent = notice?.message ?? "";
  if (!notice) return void delete toast.dataset.notice;
  toast.dataset.notice = notice.isError ? "error" : notice.isAnswered ? "answered" : "good";
  if (toast.dataset.notice === "good" && location.pathname !== href("/cart")) {
    const link = { href: href("/cart"), className: "link", textContent: "View your cart" };
    status.append(" ", Object.assign(document.createElement("a"), link));
  }
  timer = window.setInterval(() => toast.matches(":hover, :focus-within") || setCartNotice(null), shownForMs);
}
