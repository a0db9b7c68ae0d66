/**
 * Form that hands a parcel to the carrier, with its tracking number. The parcel contains all unsent books of an order,
 * or a part of them.
 */

import { detectLanguage } from "#app/display/detect-language.ts";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderToSameAddress } from "#shop/office/back-office/parcels/orders-to-same-address.server.ts";
import { formatCopiesLeft } from "#shop/sales/orders/parcels/parcel-copies.ts";
import type { Parcel } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";
import { TrackingFields } from "./tracking-fields.tsx";

interface CarrierFormProps {
  number: string;
  /** The unsent copies, formatted by `formatCopiesLeft`. The action refuses the form if they have changed. */
  left: string;
  /** What the carrier collects, in paise. The action refuses the form if it has changed. */
  collectPaise: number;
  /** The unsent books from which the person can choose; empty if there is no choice. */
  books?: { bookId: string; title: string; copies: number }[];
  /** The copies in the parcel, if they are already decided (packed by scanning). */
  chosen?: { bookId: string; copies: number }[];
  /** Other unsent orders for the same name and address, which can be sent in the same parcel. */
  sameAddress?: OrderToSameAddress[];
  /** The tracking of the parcel, if it is booked with a carrier. */
  booked?: Parcel | undefined;
  /** Whether the first field gets the focus. */
  isFirst?: boolean;
  trouble: ActionError | null;
}

export function CarrierForm(props: CarrierFormProps) {
  const {
    number,
    left,
    collectPaise,
    books = [],
    chosen = [],
    sameAddress = [],
    booked,
    isFirst = false,
    trouble,
  } = props;
  const maySplit = books.reduce((sum, { copies }) => sum + copies, 0) > 1;
  const isSplit = books.some(
    ({ bookId, copies }) => (trouble?.values[`take-${bookId}`] ?? `${copies}`) !== `${copies}`,
  );
  return (
    <Form method="post" className="field-row mt-2 sm:grid-cols-[1fr_1fr_2fr]">
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="left" value={left} />
      <input type="hidden" name="collect" value={collectPaise} />
      {chosen.map(({ bookId, copies }) => (
        <input key={bookId} type="hidden" name={`take-${bookId}`} value={copies} />
      ))}
      <TrackingFields key={booked?.trackingNumber} trouble={trouble} now={booked} isFirst={isFirst} />
      {sameAddress.length > 0 && (
        <fieldset className="min-w-0 sm:col-span-3">
          <legend className="font-semibold">Also in this parcel</legend>
          <p className="max-w-measure text-quiet">
            Tick the orders that are packed in this parcel. They are sent with the same carrier and tracking number.
          </p>
          {sameAddress.map((other) => (
            <label key={other.number} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                name={`with-${other.number}`}
                value={formatCopiesLeft(other.books.map(({ bookId, copies }) => ({ bookId, left: copies })))}
                defaultChecked={trouble?.values[`with-${other.number}`] !== undefined}
                className="size-5 shrink-0 accent-action"
              />
              <span className="min-w-0 break-words">
                <Figure className="font-semibold">{other.number}</Figure>
                {": "}
                {other.books.map(({ title, copies }) => `${copies} × ${title}`).join(", ")}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {maySplit && (
        <details className="sm:col-span-3" open={isSplit}>
          <summary className="inline-flex min-h-11 items-center text-action">
            Send only a part<span className="sr-only"> of {number}</span>
          </summary>
          <p className="max-w-measure text-quiet">
            Enter how many copies are in this parcel. The rest stays unsent, and the e-mail to the reader lists it.
          </p>
          <div className="field-row mt-2 sm:grid-cols-2">
            {books.map(({ bookId, title, copies }) => (
              <TextField
                key={`${bookId} ${copies}`}
                label={
                  <span className="break-words" lang={detectLanguage(title)}>
                    {title}
                  </span>
                }
                hint={`Of ${copies} that ${copies === 1 ? "waits" : "wait"}`}
                name={`take-${bookId}`}
                inputMode="numeric"
                className="max-w-24"
                defaultValue={trouble?.values[`take-${bookId}`] ?? String(copies)}
                error={trouble?.errors[`take-${bookId}`]}
              />
            ))}
          </div>
        </details>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:col-span-3">
        <Button name="intent" value="orders.ship">
          Mark as sent<span className="sr-only">: {number}</span>
        </Button>
        <CannotBeUndone what="The reader gets an e-mail." />
      </div>
    </Form>
  );
}
