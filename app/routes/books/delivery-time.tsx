import { useEffect, useRef, useState, type SubmitEvent } from "react";

import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** What `/delivery` says of a PIN code; `pin` is null where it is none, and absent when the shop did not answer. */
interface DeliveryAnswer {
  pin?: string | null;
  words: string;
}

const remembered = "delivery-pin";

/** When it would be there, by PIN code; the device remembers which. Without a script the shipping page answers. */
export function DeliveryTime() {
  const [answer, setAnswer] = useState<DeliveryAnswer>();
  const field = useRef<HTMLInputElement>(null);

  /** Not through the router, which would leave the page when there is no connection. */
  async function ask(pin: string) {
    try {
      const response = await fetch(href("/delivery", { pin }));
      const next = (await response.json()) as DeliveryAnswer;
      setAnswer(next);
      if (next.pin) keepPin(next.pin);
    } catch {
      setAnswer({ words: "The shop cannot be reached. Please check again when you are online." });
    }
  }

  useEffect(() => {
    const pin = readPin();
    if (!pin || !field.current) return;
    field.current.value = pin;
    void ask(pin);
    // Once, when the page opens.
  }, []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void ask(field.current?.value ?? "");
  }

  return (
    <form action={href("/shipping")} onSubmit={submit} className="mt-6 max-w-measure border-t border-line pt-5">
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
        <Button variant="outline">Check</Button>
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
