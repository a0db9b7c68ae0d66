import type { SubmitEvent } from "react";

import { languageOf } from "#app/display/language-of.ts";
import { currentCartCount, setCartCount } from "#app/client/cart-count.ts";
import { setCartNotice } from "#app/client/cart-notice.ts";
import { changeCart } from "#app/client/change-cart.ts";
import { href } from "#routing/href.ts";
import type { Bundle } from "#shop/catalogue/bundles.server.ts";
import { Button } from "#ui/button.tsx";

/** Puts one copy of each book in the cart. Without JavaScript the form posts and the cart page opens. */
export function AddBundle({ bundle }: { bundle: Bundle }) {
  if (!bundle.isAvailable) return <SoldOut bundle={bundle} />;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    await putInCart(new FormData(event.currentTarget), bundle);
  }

  return (
    <form method="post" action={href("/cart/lines")} onSubmit={submit} className="w-full sm:w-auto">
      <input type="hidden" name="intent" value="add-bundle" />
      <input type="hidden" name="bundleId" value={bundle.id} />
      <Button size="large" className="w-full whitespace-nowrap">
        Add bundle to cart
        <span className="sr-only" lang={languageOf(bundle.name)}>
          : {bundle.name}
        </span>
      </Button>
    </form>
  );
}

function SoldOut({ bundle: { books } }: { bundle: Bundle }) {
  const missing = books.filter((book) => book.stock.state === "sold-out").map((book) => book.title);
  return (
    <p className="max-w-narrow font-semibold text-quiet">
      Sold out for now: we are waiting for {new Intl.ListFormat("en-IN").format(missing)}.
    </p>
  );
}

async function putInCart(form: FormData, { name, books }: Bundle) {
  const before = currentCartCount();
  setCartCount(before + books.length);
  try {
    const { ok, message } = await changeCart(form);
    setCartNotice({ message, isError: !ok });
  } catch {
    setCartCount(before);
    setCartNotice({
      message: `${name} could not be put in your cart. Check your connection and try again.`,
      isError: true,
    });
  }
}
