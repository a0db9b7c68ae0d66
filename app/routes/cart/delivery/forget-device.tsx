import { href } from "#routing/href.ts";

/** Button for a guest on a shared device; a plain form that works without JavaScript. */
export function ForgetDevice() {
  return (
    <form
      method="post"
      action={href("/cart/forget")}
      className="mt-8 max-w-measure border-t border-line pt-5 text-left"
    >
      <p className="text-small text-quiet">
        Sharing this device? It remembers your cart, wishlist, address and orders. Forget them here; your orders and the
        links in our e-mails stay as they are.
      </p>
      <button className="link min-h-11 font-semibold">Forget my details on this device</button>
    </form>
  );
}
