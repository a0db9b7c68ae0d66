import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { arrivalSubject, placeOfRefunded, type OrderParcel } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField } from "#ui/field.tsx";

interface RefundedParcelProps {
  order: OrderRecord;
  parcel: OrderParcel;
  /** Why the last form of this parcel was refused. */
  trouble: ActionError | null;
}

/**
 * What became of a parcel whose order was refunded in full while it was on its way; nothing for other parcels, and once
 * the shop has decided.
 */
export default function RefundedParcel({ order, parcel, trouble }: RefundedParcelProps) {
  const { number, isCollection, isErased, alerts } = order;
  const where = placeOfRefunded(order, parcel);
  const isOpen = alerts.some(
    ({ kind, subject, isSeen }) => kind === "parcel" && subject === arrivalSubject(parcel.place) && !isSeen,
  );
  if (where === null || (where === "arrived" && !isOpen)) return null;
  const isOut = where === "on its way";
  const there = isCollection ? "It was handed over" : "It arrived";
  return (
    <Form method="post" className="mt-3 grid max-w-measure gap-3">
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="parcel" value={parcel.place} />
      <p>
        {isOut
          ? `All the money was refunded while this ${isCollection ? "was waiting to be collected" : "parcel was on its way"}. `
          : "The reader has the money and the books. "}
        Say what became of the books, so that your stock is right.
      </p>
      <SelectField
        label="What happened"
        hint="If the reader pays, record that it came back, and sell the books at the counter: that makes the new bill."
        name="end"
        required
        defaultValue={trouble?.values.end ?? ""}
        error={trouble?.errors.end}
      >
        <option value="">Choose</option>
        <option value="came-back">
          {isCollection && isOut ? "It was not collected" : "It came back"}: put the copies back into stock
        </option>
        {isOut && !isCollection && <option value="lost">It was lost: write the copies off</option>}
        {!isErased && <option value="ask">{there}: ask the reader for the money or the books</option>}
        <option value="write-off">{there}: write the copies off</option>
      </SelectField>
      <Checkbox name="unfit" value="yes" defaultChecked={trouble?.values.unfit === "yes"}>
        The returned copies cannot be sold: do not put them back into stock
      </Checkbox>
      <div>
        <Button variant="outline" name="intent" value="orders.end-refunded-parcel">
          Record it
        </Button>
        <CannotBeUndone what="No money moves. The reader gets an e-mail only if you ask for the money." />
      </div>
    </Form>
  );
}
