import { useState, type SubmitEvent } from "react";
import { Link } from "react-router";

import { currentCartCount, setCartCount } from "#app/client/cart/cart-count.ts";
import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { changeCart } from "#app/client/cart/change-cart.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";

interface AddTogetherProps {
  /** Hidden fields of the form: the intent, and the id of the bundle or series. */
  fields: Record<string, string>;
  /** Name of the bundle or series, for messages. */
  name: string;
  bookCount: number;
  label: string;
  className?: string;
}

/**
 * Button that puts one copy of each of several books in the cart; then a link to the cart appears below it. Without
 * JavaScript the form posts and the cart page opens.
 */
export function AddTogether({ fields, name, bookCount, label, className = "" }: AddTogetherProps) {
  const [isAdded, setAdded] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const before = currentCartCount();
    setCartCount(before + bookCount);
    try {
      const { ok, message } = await changeCart(new FormData(event.currentTarget));
      setCartNotice({ message, isError: !ok });
      setAdded(Boolean(ok));
    } catch {
      setCartCount(before);
      setCartNotice({
        message: `${name} could not be put in your cart. Check your connection and try again.`,
        isError: true,
      });
    }
  }

  return (
    <form method="post" action={href("/cart/lines")} onSubmit={submit} className={className}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button size="large" className="w-full max-sm:px-3 sm:whitespace-nowrap">
        {label}
        <span className="sr-only" lang={detectLanguage(name)}>
          : {name}
        </span>
      </Button>
      {isAdded && (
        <Link to={href("/cart")} reloadDocument className="link mt-1 inline-flex min-h-11 items-center font-semibold">
          View your cart
        </Link>
      )}
    </form>
  );
}
