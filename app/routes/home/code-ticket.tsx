import { type SubmitEvent, useRef, useState } from "react";

import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { changeCart } from "#app/client/cart/change-cart.ts";
import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";

const words = { copy: "Copy", copied: "Copied", selected: "Selected" };

/**
 * Promotion code with a button that copies it and one that applies it to the cart. Without JavaScript, and on a phone,
 * only the second one is shown.
 */
export function CodeTicket({ code }: { code: string }) {
  const [state, setState] = useState<keyof typeof words>("copy");
  const text = useRef<HTMLElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setState("copied");
    } catch {
      // Without permission for the clipboard the code is selected, ready to be copied by keyboard.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setState("selected");
    }
  }

  return (
    <div className="flex flex-wrap items-stretch gap-3 max-sm:w-full">
      <div className="ticket flex items-center max-sm:flex-1">
        <strong ref={text} translate="no">
          {code}
        </strong>
        <button type="button" onClick={copy} className="ticket-stub">
          <span aria-live="polite">{words[state]}</span>
          <span className="sr-only">{` code ${code}`}</span>
        </button>
      </div>
      <form method="post" action={href("/cart/lines")} onSubmit={apply}>
        <input type="hidden" name="intent" value="apply-code" />
        <input type="hidden" name="code" value={code} />
        <Button variant="outline" className="h-full whitespace-nowrap">
          Apply to my cart
        </Button>
      </form>
    </div>
  );
}

async function apply(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  try {
    const { ok, message } = await changeCart(new FormData(event.currentTarget));
    setCartNotice({ message, isError: !ok });
  } catch {
    setCartNotice({ message: "The code could not be applied. Check your connection and try again.", isError: true });
  }
}
