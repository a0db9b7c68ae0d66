import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { changeCart, type CartAnswer } from "#app/client/cart/change-cart.ts";

type Said = Pick<CartAnswer, "ok" | "message">;

/**
 * Submits a cart form by `fetch` when there is JavaScript; the form works without. The result is shown as a toast,
 * unless `say` shows it.
 */
export function useCartForm(say: (answer: Said, form: FormData) => void = showToast): {
  isBusy: boolean;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
} {
  const { revalidate, state } = useRevalidator();
  const [isSending, setSending] = useState(false);
  const pressed = useRef<HTMLElement | null>(null);
  const isBusy = isSending || state === "loading";

  useEffect(() => {
    if (isBusy) return;
    giveFocusBack(pressed.current);
    pressed.current = null;
  }, [isBusy]);

  async function send(form: FormData) {
    setSending(true);
    try {
      say(await changeCart(form), form);
      await revalidate();
    } catch {
      say({ ok: false, message: "The cart could not be changed. Check your connection and try again." }, form);
    } finally {
      setSending(false);
    }
  }

  return {
    isBusy,
    submit(event) {
      event.preventDefault();
      const { submitter } = event;
      pressed.current = submitter;
      void send(new FormData(event.currentTarget, submitter));
    },
  };
}

/** Shows the result as a toast, except for removed books: the cart page itself reports these, with an undo button. */
function showToast({ ok, message }: Said, form: FormData) {
  const isTold = ok && undoable.includes(form.get("intent"));
  setCartNotice(isTold ? null : { message, isError: !ok });
}

const undoable: (FormDataEntryValue | null)[] = ["remove", "clear"];

/**
 * Returns the focus to a button that lost it by being disabled during the request. If the button stays disabled,
 * another button of its form gets the focus.
 */
function giveFocusBack(button: HTMLElement | null) {
  if (!button || document.activeElement !== document.body) return;
  button.focus();
  if (document.activeElement === document.body)
    button.closest("form")?.querySelector<HTMLElement>("button:enabled")?.focus();
}
