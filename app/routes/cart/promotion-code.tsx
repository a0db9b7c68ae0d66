import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";

import { href } from "#routing/href.ts";
import type { CartAnswer } from "#app/client/cart/change-cart.ts";
import { isTypingElsewhere } from "#app/client/is-typing-elsewhere.ts";
import type { Cart } from "#shop/sales/cart/cart.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { useCartForm } from "./use-cart-form.ts";

interface PromotionCodeProps extends Pick<Cart, "code" | "totalPaise" | "discounts"> {
  isLocked: boolean;
}

/** The code of the cart with its effect, or a field to enter one. */
export function PromotionCode({ code, totalPaise, discounts, isLocked }: PromotionCodeProps) {
  const [answer, setAnswer] = useState<Pick<CartAnswer, "ok" | "message"> | null>(null);
  const { isBusy, submit } = useCartForm(setAnswer);
  const isOff = isBusy || isLocked;
  const refusal = answer && !answer.ok ? answer.message : null;
  const hasBundle = discounts.some(({ kind }) => kind === "bundle");
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(code?.code);

  useEffect(() => {
    if (isOff || shown.current === code?.code) return;
    shown.current = code?.code;
    // The button or field that had the focus was replaced.
    if (document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>("input:not([type=hidden]), button")?.focus();
  }, [code?.code, isOff]);
  useEffect(() => {
    if (answer?.ok === false && !isOff && box.current && !isTypingElsewhere(box.current))
      box.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer, isOff]);

  return (
    <div ref={box} className="mt-4 border-b border-line pb-3">
      {code ? (
        <form
          key="code"
          method="post"
          action={href("/cart/lines")}
          onSubmit={submit}
          className="flex items-center justify-between gap-4"
        >
          <input type="hidden" name="intent" value="remove-code" />
          <p>
            Code{" "}
            <strong translate="no" className="ticket">
              {code.code}
            </strong>
          </p>
          <Button variant="quiet" disabled={isOff} className="-mr-4">
            Remove<span className="sr-only">{` code ${code.code}`}</span>
          </Button>
        </form>
      ) : (
        <form
          key="field"
          method="post"
          action={href("/cart/lines")}
          onSubmit={submit}
          noValidate
          className="flex items-start gap-3"
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
              error={refusal}
            />
          </div>
          <div className="mt-[calc(1lh+0.375rem)]">
            <Button variant="outline" disabled={isOff}>
              Apply
            </Button>
          </div>
        </form>
      )}
      <p role="status" className="mt-1 text-small font-semibold">
        {code ? (refusal ?? describeEffect(code, totalPaise, hasBundle)) : refusal === null && answer?.message}
      </p>
      {code?.trouble?.reason === "no-best-seller" && (
        <Link to={href("/best-sellers")} className="link inline-flex min-h-11 items-center text-small sm:min-h-8">
          See the best sellers
        </Link>
      )}
    </div>
  );
}

/** Confirms that the code is applied, or explains why it has no effect, with the amount to pay. */
function describeEffect({ code, trouble }: NonNullable<Cart["code"]>, totalPaise: number, hasBundle: boolean): string {
  if (trouble) return `${trouble.words} You pay ${formatPaise(totalPaise)}.`;
  const beside = " The bundle’s books keep their discount: each copy gets one, whichever saves you more.";
  return `${code} is applied.${hasBundle ? beside : ""}`;
}
