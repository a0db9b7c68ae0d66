import { Link } from "react-router";

import { cartCount } from "#app/client/cart/cart-count.ts";
import { useStore } from "#app/client/storage/use-store.ts";
import { href } from "#routing/href.ts";
import { Figure } from "#ui/figure.tsx";
import { BagIcon } from "#ui/icons.tsx";

/**
 * Link to the cart, with the number of copies. It loads a new document, because the cart page has a security policy of
 * its own.
 */
export function CartLink() {
  const count = useStore(cartCount, (copies) => copies, 0);
  return (
    <Link
      to={href("/cart")}
      reloadDocument
      className="cart-link relative flex min-h-11 min-w-11 items-center justify-center gap-2.5 px-2 font-semibold hover:text-action"
    >
      <BagIcon />
      <span className="max-lg:sr-only">Cart</span>
      {count > 0 && (
        <span className="cart-badge" key={count}>
          <Figure>{count > 99 ? "99+" : count}</Figure>
          <span className="sr-only">{count === 1 ? " book" : " books"}</span>
        </span>
      )}
    </Link>
  );
}
