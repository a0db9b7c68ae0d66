import { CloseIcon } from "#ui/icons.tsx";

/** One element for all renders, so that React never changes what `show-cart-notice.ts` writes into it. */
const box = (
  <div className="cart-toast" suppressHydrationWarning>
    <div role="status" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
    <button
      type="button"
      aria-label="Close this message"
      className="grid size-11 place-items-center text-quiet hover:text-ink"
    >
      <CloseIcon className="size-5" />
    </button>
  </div>
);

/** Box of the toast about the last change of the cart. */
export function CartToast() {
  return box;
}
