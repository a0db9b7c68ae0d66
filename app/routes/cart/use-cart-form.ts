import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { changeCart, type CartAnswer } from "#app/client/cart/change-cart.ts";

type Said = Pick<CartAnswer, "ok" | "message">;

/**
 * Sends a cart form in place when there is JavaScript; the form itself works without. What the shop answers is a toast,
 * unless the form says it itself.
 */
export function useCartForm(say: (answer: Said, form: FormData) => void = sayAsToast): {
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
      const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
      pressed.current = submitter;
      void send(new FormData(event.currentTarget, submitter));
    },
  };
}

/** What was taken out is told where it stood, with the way to put it back. */
function sayAsToast({ ok, message }: Said, form: FormData) {
  const isTold = ok && undoable.includes(form.get("intent"));
  setCartNotice(isTold ? null : { message, isError: !ok });
}

const undoable: (FormDataEntryValue | null)[] = ["remove", "clear"];

/** A button that was off while it worked has lost the focus; one that stays off leaves it to its neighbour. */
function giveFocusBack(button: HTMLElement | null) {
  if (!button || document.activeElement !== document.body) return;
  button.focus();
  if (document.activeElement === document.body)
    button.closest("form")?.querySelector<HTMLElement>("button:enabled")?.focus();
}
