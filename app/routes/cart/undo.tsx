import { href } from "#routing/href.ts";
import type { TakenOut } from "#shop/cart/cart.ts";
import { counted } from "#shop/text/counted.ts";
import { Button } from "#ui/button.tsx";
import { useCartForm } from "./use-cart-form.ts";

/** What the last change took out, in words. */
export function sayTakenOut({ titles }: TakenOut): string {
  if (titles.length === 1) return `${titles[0]} was removed from your cart.`;
  return `${counted(titles.length, "book")} were removed from your cart.`;
}

/** Puts it back; a form, so that it needs no script. */
export function UndoForm({ isLocked }: { isLocked: boolean }) {
  const { isBusy, submit } = useCartForm();
  return (
    <form method="post" action={href("/cart/lines")} onSubmit={submit}>
      <input type="hidden" name="intent" value="undo" />
      <Button variant="quiet" disabled={isBusy || isLocked}>
        Undo
      </Button>
    </form>
  );
}
