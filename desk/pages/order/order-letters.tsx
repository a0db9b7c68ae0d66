import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { Button } from "#ui/button.tsx";
import { letterNames } from "./letter-names.ts";

type Letter = OrderRecord["letters"][number];

/** The letters about an order with their delivery state, and a button that sends one again. */
export function OrderLetters({ number, letters }: Pick<OrderRecord, "number" | "letters">) {
  return (
    <section aria-labelledby="letters">
      <h2 id="letters" className="text-title">
        Letters
      </h2>
      {letters.length === 0 && <p className="mt-3">There are no letters yet.</p>}
      {letters.some(maySendAgain) && (
        <CannotBeUndone what="A letter that you send again is sent to the reader at once." />
      )}
      <ul className="mt-3 border-t border-line">
        {letters.map((letter) => (
          <li key={letter.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2">
            <span className="min-w-0 flex-1 basis-52 break-words">
              {letterNames[letter.kind] ?? "Another letter"}
              <span className="block text-small text-quiet">{howItStands(letter)}</span>
            </span>
            {maySendAgain(letter) && (
              <Form method="post">
                <input type="hidden" name="order" value={number} />
                <input type="hidden" name="letter" value={letter.id} />
                <Button variant="outline" name="intent" value="orders.send-again">
                  Send again<span className="sr-only">: {letterNames[letter.kind] ?? "this letter"}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function maySendAgain({ state, isGone }: Letter): boolean {
  return state !== "due" && !isGone;
}

function howItStands({ state, at, sentAt }: Letter): string {
  if (state === "sent") return `sent ${longMoment(sentAt ?? at)}`;
  if (state === "dead") return `could not be sent; created ${longMoment(at)}`;
  return `waiting to be sent since ${longMoment(at)}`;
}
