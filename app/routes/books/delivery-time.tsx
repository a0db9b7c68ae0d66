import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Link } from "react-router";

import { askDelivery, readPin, type DeliveryAnswer } from "#app/client/storage/delivery-pin.ts";
import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** What the shop promises of a book beside its button, in words. */
export interface Promises {
  /** When it comes and what sending it costs, for any place in India. */
  delivery: string;
  /** Until when it may come back. */
  returns: string;
}

/**
 * When it would be there and what sending it costs: of any place in India, which is the same for everybody, and of the
 * device's PIN code as soon as there is one. Without a script the shipping page answers.
 */
export function DeliveryTime({ bookId, delivery, returns }: Promises & { bookId: string }) {
  const [answer, setAnswer] = useState<DeliveryAnswer>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const pin = readPin();
    // Of a reader who has saved an address the shop knows it.
    if (pin === null && !document.documentElement.dataset.reader) return;
    const fill = (known: string) => {
      if (field.current) field.current.value ||= known;
    };
    if (pin) fill(pin);
    askDelivery(pin ?? "", bookId)
      .then((next) => {
        if (!next.pin) return;
        fill(next.pin);
        setAnswer(next);
      })
      // Nobody has asked, so nothing is said; the promise for all of India stays.
      .catch(() => {});
  }, [bookId]);

  async function ask(pin: string) {
    const unreachable = { pin: null, words: "The shop cannot be reached. Please check again when you are online." };
    setAnswer(await askDelivery(pin, bookId).catch(() => unreachable));
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void ask(field.current?.value ?? "");
  }

  const isWrong = answer?.pin === null;
  return (
    <div className="mt-6 max-w-measure border-t border-line pt-5">
      <p role="status" className="figures min-h-[2lh] font-semibold sm:min-h-[1lh]">
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
