import { useRef, useState, type SubmitEvent } from "react";

import { currentCartCount, setCartCount } from "#app/client/cart/cart-count.ts";
import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { changeCart } from "#app/client/cart/change-cart.ts";
import { useAreAllInCart } from "#app/client/cart/use-copies-in-cart.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";
import { InYourCart } from "./in-your-cart.tsx";

interface AddTogetherProps {
  /** Hidden fields of the form: the intent, and the id of the bundle or series. */
  fields: Record<string, string>;
  /** Name of the bundle or series, for messages. */
  name: string;
  bookIds: string[];
  label: string;
  className?: string;
}

/**
 * Button that puts one copy of each of several books in the cart. Once all of them are in the cart, a link to the cart
 * takes its place. Without JavaScript the form posts and the cart page opens.
 */
export function AddTogether({ fields, name, bookIds, label, className = "" }: AddTogetherProps) {
  const areInCart = useAreAllInCart(bookIds);
  const [said, setSaid] = useState("");
  const place = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // A double click is one press.
    if (isPressed.current) return;
    isPressed.current = true;
    const before = currentCartCount();
    setCartCount(before + bookIds.length);
    try {
      const { ok, message } = await changeCart(new FormData(event.currentTarget), bookIds);
      setCartNotice(ok ? null : { message, isError: true });
      if (ok) showAdded(message);
    } catch {
      setCartCount(before);
      setCartNotice({
        message: `${name} could not be put in your cart. Check your connection and try again.`,
        isError: true,
      });
    }
    isPressed.current = false;
  }

  function showAdded(message: string) {
    setSaid(message);
    // The button had the focus and is gone. From its place the next Tab reaches the link.
    const { activeElement, body } = document;
    if (activeElement === body || place.current?.contains(activeElement)) place.current?.focus({ preventScroll: true });
  }

  return (
    <div ref={place} tabIndex={-1} className={className}>
      {areInCart ? (
        <InYourCart name={name} size="large" />
      ) : (
        <form method="post" action={href("/cart/lines")} onSubmit={submit}>
          {Object.entries(fields).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <Button size="large" className="w-full max-sm:px-3 sm:whitespace-nowrap">
            {label}
            <span className="sr-only" lang={detectLanguage(name)}>
              : {name}
            </span>
          </Button>
        </form>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
