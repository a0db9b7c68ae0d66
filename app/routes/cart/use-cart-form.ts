import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { setCartNotice } from "#app/client/cart-notice.ts";
import { changeCart } from "#app/client/change-cart.ts";

/** Sends a cart form in place when there is JavaScript; the form itself works without. */
export function useCartForm(): { isBusy: boolean; submit: (event: SubmitEvent<HTMLFormElement>) => void } {
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
      const answer = await changeCart(form);
      // What was taken out is told where it stood, with the way to put it back.
      const isTold = answer.ok && undoable.includes(form.get("intent"));
      setCartNotice(isTold ? null : { message: answer.message, isError: !answer.ok });
      await revalidate();
    } catch {
      setCartNotice({ message: "The cart could not be changed. Check your connection and try again.", isError: true });
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

const undoable: (FormDataEntryValue | null)[] = ["remove", "clear"];

/** A button that was off while it worked has lost the focus; one that stays off leaves it to its neighbour. */
function giveFocusBack(button: HTMLElement | null) {
  if (!button || document.activeElement !== document.body) return;
  button.focus();
  if (document.activeElement === document.body)
    button.closest("form")?.querySelector<HTMLElement>("button:enabled")?.focus();
}
