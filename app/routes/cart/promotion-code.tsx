import { useEffect, useRef } from "react";

import { href } from "#routing/href.ts";
import type { Cart } from "#shop/cart/cart.ts";
import { promotionMessages } from "#shop/pricing/promotion-messages.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { useCartForm } from "./cart-lines.tsx";

/** The code in the cart, or a field for one. */
export function PromotionCode({ code, isLocked }: { code: Cart["code"]; isLocked: boolean }) {
  const { isBusy, submit } = useCartForm();
  const isOff = isBusy || isLocked;
  const box = useRef<HTMLFormElement>(null);
  const shown = useRef(code?.code);

  useEffect(() => {
    if (isOff || shown.current === code?.code) return;
    shown.current = code?.code;
    // The button or field that had the focus has made way for the other one.
    if (document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>("input:not([type=hidden]), button")?.focus();
  }, [code?.code, isOff]);

  if (code) {
    return (
      <form
        ref={box}
        method="post"
        action={href("/cart/lines")}
        onSubmit={submit}
        className="mt-5 border-t border-line pt-4"
      >
        <input type="hidden" name="intent" value="remove-code" />
        <div className="flex items-center justify-between gap-4">
          <p>
            Code <strong className="ticket">{code.code}</strong>
          </p>
          <Button variant="quiet" disabled={isOff} className="-mr-4">
            Remove<span className="sr-only"> code {code.code}</span>
          </Button>
        </div>
        <p role="status" className="text-small font-semibold text-vermilion">
          {code.refusal && promotionMessages[code.refusal]}
        </p>
      </form>
    );
  }
  return (
    <form
      ref={box}
      method="post"
      action={href("/cart/lines")}
      onSubmit={submit}
      className="mt-5 flex items-end gap-3 border-t border-line pt-4"
    >
      <input type="hidden" name="intent" value="apply-code" />
      <div className="min-w-0 flex-1">
        <TextField
          label="Promotion code"
          name="code"
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </div>
      <Button variant="outline" disabled={isOff}>
        Apply
      </Button>
    </form>
  );
}
