import { cartCount } from "#app/client/cart/cart-count.ts";
import type { Store } from "#app/client/storage/store.ts";
import { trackScrollDirection } from "#app/client/header-on-scroll.ts";
import { toggleWish, wishes } from "#app/client/cart/wishes.ts";
import { putInCart } from "#app/components/books/put-in-cart.ts";

import "./show-cart-notice.ts";

/*
 * Makes hearts, cart buttons and the badge work before React has loaded, as a small script of its own. It
 * changes the stores that the components use, so React shows the changes after hydration, and then this script stops.
 * It changes only attributes of React's elements, never their children, which hydration compares.
 */
const untilReact = new AbortController();
const { signal } = untilReact;
const untilLateParts = new AbortController();
let lateParts: Promise<unknown> = Promise.resolve();

if (!import.meta.env.SSR) trackScrollDirection();
if (import.meta.env.PROD && !import.meta.env.SSR) {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start, { once: true, signal });
  else start();
}

/** Ends this script once React has hydrated the page; presses are answered until its late parts are loaded, too. */
export function stopBeforeHydration(): void {
  untilReact.abort();
  const stop = () => untilLateParts.abort();
  lateParts.then(stop, stop);
}

/** Names the loading of parts of a page that are hydrated after the rest; called before `stopBeforeHydration`. */
export function hydratesLater(loading: Promise<unknown>): void {
  lateParts = loading;
}

function start() {
  if (!document.querySelector(".cart-link")) return; // error page without the header
  addEventListener("submit", answerSubmit, { capture: true, signal: untilLateParts.signal });
  show(wishes, drawHearts);
  show(cartCount, drawBadge);
  signal.addEventListener("abort", () => drawBadge(0));
}

function show<Value>({ get, subscribe }: Store<Value>, draw: (value: Value) => void) {
  const drawCurrent = () => draw(get());
  signal.addEventListener("abort", subscribe(drawCurrent));
  drawCurrent();
}

function answerSubmit(event: SubmitEvent) {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const { title, pricePaise } = form.dataset;
  if (title) {
    const fields = new FormData(form);
    void putInCart(fields, { id: String(fields.get("bookId")), title, pricePaise: Number(pricePaise) });
  } else if (button instanceof HTMLButtonElement && button.matches(".wish-heart")) {
    void toggleWish(button.value);
  } else return;
  // Otherwise React would drop its other work to replay the event.
  event.stopImmediatePropagation();
  event.preventDefault();
}

function drawHearts({ books }: { books: string[] }) {
  for (const heart of document.querySelectorAll<HTMLButtonElement>(".wish-heart")) {
    const isWished = books.includes(heart.value);
    heart.ariaPressed = String(isWished);
    heart.ariaLabel = heart.ariaLabel?.replace(/^\w+ \w+/, isWished ? "Remove from" : "Add to") ?? null;
  }
}

function drawBadge(count: number) {
  const dataset = document.querySelector<HTMLElement>(".cart-link")?.dataset;
  if (!dataset) return;
  if (count > 0) dataset.count = count > 99 ? "99+" : String(count);
  else delete dataset.count;
  dataset.books = count === 1 ? " book" : " books";
}
