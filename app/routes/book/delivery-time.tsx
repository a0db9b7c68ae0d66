import { useEffect, useRef, type SubmitEvent } from "react";
import { useFetcher } from "react-router";

import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** What `/delivery` says of a PIN code; `pin` is null where it is none. */
interface DeliveryAnswer {
  pin: string | null;
  words: string;
}

const remembered = "delivery-pin";

/** When it would be there, by PIN code; the device remembers which. Without a script the shipping page answers. */
export function DeliveryTime() {
  const { data: answer, load } = useFetcher<DeliveryAnswer>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const pin = readPin();
    if (!pin || !field.current) return;
    field.current.value = pin;
    void load(`/delivery?pin=${pin}`);
    // Once, when the page opens.
  }, []);

  useEffect(() => {
    if (answer?.pin) keepPin(answer.pin);
  }, [answer]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void load(`/delivery?pin=${encodeURIComponent(field.current?.value ?? "")}`);
  }

  return (
    <form action="/shipping" onSubmit={submit} className="mt-6 max-w-measure border-t border-line pt-5">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-44">
          <TextField
            ref={field}
            label="Delivery to PIN code"
            name="pin"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={7}
            required
          />
        </div>
        <Button look="outline">Check</Button>
      </div>
      <p
        role="status"
        className={`figures mt-2 min-h-[2lh] sm:min-h-[1lh] ${answer?.pin === null ? "text-vermilion" : ""}`}
      >
        {answer?.words}
      </p>
    </form>
  );
}

function readPin(): string | null {
  try {
    return localStorage.getItem(remembered);
  } catch {
    return null; // storage may be closed to the page
  }
}

function keepPin(pin: string): void {
  try {
    localStorage.setItem(remembered, pin);
  } catch {
    // then it is typed again
  }
}
