import type { Cart } from "#shop/cart/cart.ts";
import { promotionMessages } from "#shop/pricing/promotion-words.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { useCartForm } from "./cart-lines.tsx";

/** The code in the cart, or a field for one. */
export function PromotionCode({ code, isLocked }: { code: Cart["code"]; isLocked: boolean }) {
  const { isBusy, submit } = useCartForm();
  const isOff = isBusy || isLocked;
  if (code) {
    return (
      <form method="post" action="/cart/lines" onSubmit={submit} className="mt-5 border-t border-line pt-4">
        <input type="hidden" name="intent" value="remove-code" />
        <div className="flex items-center justify-between gap-4">
          <p>
            Code <strong className="ticket">{code.code}</strong>
          </p>
          <Button look="quiet" disabled={isOff} className="-mr-4">
            Remove<span className="sr-only"> code {code.code}</span>
          </Button>
        </div>
        {code.refusal && (
          <p role="status" className="mt-1 text-small font-semibold text-vermilion">
            {promotionMessages[code.refusal]}
          </p>
        )}
      </form>
    );
  }
  return (
    <form
      method="post"
      action="/cart/lines"
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
      <Button look="outline" disabled={isOff}>
        Apply
      </Button>
    </form>
  );
}
