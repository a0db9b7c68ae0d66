/** Forms for a parcel with a problem: correct its tracking number, send it again, or refund it. */

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { TrackingFields } from "#desk/pages/parcels/tracking-fields.tsx";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { copiesIn, type OrderParcel } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

interface ParcelFormsProps {
  order: OrderRecord;
  parcel: OrderParcel;
  /** Whether the parcel is in transit. */
  isTravelling: boolean;
  /** Why the last form of this parcel was refused. */
  trouble: ActionError | null;
}

export function ParcelForms({ order, parcel, isTravelling, trouble }: ParcelFormsProps) {
  const of = (name: string) => (trouble?.action === name ? trouble : null);
  return (
    <div className="mt-2 grid">
      {isTravelling && <CorrectTracking order={order} parcel={parcel} trouble={of("orders.correct-tracking")} />}
      <SendAgain order={order} parcel={parcel} isTravelling={isTravelling} trouble={of("orders.send-parcel-again")} />
      {isTravelling && <RefundParcel order={order} parcel={parcel} trouble={of("orders.refund-parcel")} />}
    </div>
  );
}

type FormProps = Omit<ParcelFormsProps, "isTravelling">;

const summary = "inline-flex min-h-11 items-center font-semibold text-action";

/** The hidden fields that identify the parcel. */
function Keys({ order, parcel }: Pick<FormProps, "order" | "parcel">) {
  return (
    <>
      <input type="hidden" name="order" value={order.number} />
      <input type="hidden" name="parcel" value={parcel.place} />
    </>
  );
}

function OfParcel({ order, parcel }: Pick<FormProps, "order" | "parcel">) {
  return order.parcels.length > 1 && <span className="sr-only">: parcel {parcel.place}</span>;
}

function CorrectTracking({ order, parcel, trouble }: FormProps) {
  const { carrier, trackingNumber, trackingUrl } = parcel;
  return (
    <details open={trouble !== null}>
      <summary className={summary}>
        <span>
          Correct the tracking number
          <OfParcel order={order} parcel={parcel} />
        </span>
      </summary>
      <Form method="post" className="grid max-w-measure gap-3 pt-1 pb-4">
        <Keys order={order} parcel={parcel} />
        {Object.entries({ carrier, trackingNumber, trackingUrl }).map(([name, value]) => (
          // The key resets the hidden field when the saved value changes.
          <input key={`${name} ${value}`} type="hidden" name={`was-${name}`} value={value} />
        ))}
        <TrackingFields trouble={trouble} now={{ carrier, trackingNumber, trackingUrl }} />
        <div>
          <Button variant="outline" name="intent" value="orders.correct-tracking">
            Save, and write to the reader
          </Button>
          <p className="mt-1 text-small text-quiet">
            The reader gets an e-mail. You can undo this on the page History.
          </p>
        </div>
      </Form>
    </details>
  );
}

function SendAgain({ order, parcel, isTravelling, trouble }: ParcelFormsProps) {
  const copies = copiesIn(order, parcel);
  return (
    <details open={trouble !== null}>
      <summary className={summary}>
        <span>
          {isTravelling
            ? "It came back, was lost or arrived damaged: send it again"
            : "Books arrived damaged: send them again"}
          <OfParcel order={order} parcel={parcel} />
        </span>
      </summary>
      <Form method="post" className="grid max-w-measure gap-3 pt-1 pb-4">
        <Keys order={order} parcel={parcel} />
        <p className="text-quiet">
          The reader does not pay for the new parcel. Copies that came back are sent again; other copies are taken from
          the shelf.
        </p>
        <SelectField
          label="What happened"
          name="trouble"
          required
          defaultValue={trouble?.values.trouble ?? ""}
          error={trouble?.errors.trouble}
        >
          <option value="">Choose</option>
          {isTravelling && <option value="came-back">It came back</option>}
          <option value="lost">It was lost</option>
          <option value="damaged">Books in it arrived damaged</option>
        </SelectField>
        {isTravelling && (
          <Checkbox name="unfit" value="yes" defaultChecked={trouble?.values.unfit === "yes"}>
            The returned copies cannot be sold: send other copies
          </Checkbox>
        )}
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">How many copies are damaged</legend>
          {copies.map(({ position, quantity }) => {
            const { bookId, title } = requiredItem(order.lines, position);
            return (
              <TextField
                key={bookId}
                label={
                  <span className="break-words" lang={detectLanguage(title)}>
                    {title}
                  </span>
                }
                hint={`Of ${quantity}`}
                name={`take-${bookId}`}
                inputMode="numeric"
                className="max-w-24"
                defaultValue={trouble?.values[`take-${bookId}`] ?? String(quantity)}
                error={trouble?.errors[`take-${bookId}`]}
              />
            );
          })}
        </fieldset>
        <TrackingFields trouble={trouble} />
        <div>
          <Button name="intent" value="orders.send-parcel-again">
            Send it again
          </Button>
          <CannotBeUndone what="The reader gets an e-mail." />
        </div>
      </Form>
    </details>
  );
}

function RefundParcel({ order, parcel, trouble }: FormProps) {
  const isUnpaid = order.collectPaise > 0;
  return (
    <details open={trouble !== null}>
      <summary className={summary}>
        <span>
          {isUnpaid ? "It came back or was lost: end the order" : "It came back or was lost: refund it"}
          <OfParcel order={order} parcel={parcel} />
        </span>
      </summary>
      <Form method="post" className="grid max-w-measure gap-3 pt-1 pb-4">
        <Keys order={order} parcel={parcel} />
        <p className="text-quiet">
          {isUnpaid
            ? "The reader has paid nothing and owes nothing, and the carrier collects nothing."
            : "Refunds the amount that was paid for the books of this parcel, minus earlier refunds for them."}
        </p>
        <SelectField
          label="What happened"
          name="trouble"
          required
          defaultValue={trouble?.values.trouble ?? ""}
          error={trouble?.errors.trouble}
        >
          <option value="">Choose</option>
          <option value="came-back">It came back: put the copies back into stock</option>
          <option value="lost">It was lost</option>
        </SelectField>
        <Checkbox name="unfit" value="yes" defaultChecked={trouble?.values.unfit === "yes"}>
          The returned copies cannot be sold: do not put them back into stock
        </Checkbox>
        {order.shippingPaise > 0 && !isUnpaid && (
          <Checkbox name="delivery" value="yes" defaultChecked={trouble?.values.delivery === "yes"}>
            Refund the delivery fee too, {formatPaise(order.shippingPaise)}
          </Checkbox>
        )}
        <div>
          <Button variant="danger" name="intent" value="orders.refund-parcel">
            {isUnpaid ? "End the order" : "Refund the money"}
          </Button>
          <CannotBeUndone what="The reader gets an e-mail." />
        </div>
      </Form>
    </details>
  );
}
