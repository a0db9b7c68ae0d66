import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Link } from "react-router";

import { fetchDelivery, readPin, type DeliveryAnswer } from "#app/client/storage/delivery-pin.ts";
import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** Delivery and return promises of a book, formatted. */
export interface Promises {
  /** Delivery time and fee for any place in India. */
  delivery: string;
  /** Until when the book may be returned. */
  returns: string;
}

/**
 * Delivery time and fee: first for any place in India, which the cached page contains, then for the PIN code that the
 * device remembers. Without JavaScript the form leads to the shipping page.
 */
export function DeliveryTime({ bookId, delivery, returns }: Promises & { bookId: string }) {
  const [answer, setAnswer] = useState<DeliveryAnswer>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const pin = readPin();
    // Without a PIN code the server uses the saved address of a signed-in reader.
    if (pin === null && !document.documentElement.dataset.reader) return;
    const fill = (known: string) => {
      if (field.current) field.current.value ||= known;
    };
    if (pin) fill(pin);
    fetchDelivery(pin ?? "", bookId)
      .then((next) => {
        if (!next.pin) return;
        fill(next.pin);
        setAnswer(next);
      })
      // The reader has asked nothing, so no error is shown; the promise for all of India stays.
      .catch(() => {});
  }, [bookId]);

  async function ask(pin: string) {
    const unreachable = { pin: null, words: "The shop cannot be reached. Please check again when you are online." };
    setAnswer(await fetchDelivery(pin, bookId).catch(() => unreachable));
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void ask(field.current?.value ?? "");
  }

  const isWrong = answer?.pin === null;
  return (
    <div className="mt-6 max-w-measure border-t border-line pt-5">
      <p role="status" className="figures min-h-[2lh] sm:min-h-[1lh]">
        {answer && !isWrong ? answer.words : delivery}
      </p>
      <p className="figures">
        <Link to={href("/returns")} className="link inline-flex min-h-11 items-center sm:min-h-8">
          {returns}
        </Link>
      </p>
      <form action={href("/shipping")} onSubmit={submit} className="mt-2 flex flex-wrap items-start gap-3">
        <div className="w-44">
          <TextField
            ref={field}
            label="Delivery to PIN code"
            name="pin"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={7}
            error={isWrong ? answer.words : null}
          />
        </div>
        <div className="mt-[calc(1lh+0.375rem)]">
          <Button variant="outline">Check</Button>
        </div>
      </form>
    </div>
  );
}
