/** An order that is collected at the shop: packing, and the forms to hand it over, keep it longer or end it. */
import { Money } from "#app/components/books/money.tsx";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { PrintButtons } from "#desk/components/papers/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { ReadyForm } from "#desk/pages/parcels/ready-form.tsx";
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { isToPack, parcelStates } from "#shop/sales/orders/order-state.ts";
import { copiesToSend, formatCopiesLeft, isTravelling } from "#shop/sales/orders/parcels/parcel-copies.ts";
import RefundedParcel from "#desk/pages/order/parcels/refunded-parcel.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { KeepUntilField } from "#desk/pages/parcels/keep-until-field.tsx";

interface CollectionProps {
  order: OrderRecord;
  /** The last ISO day on which an order is kept that is ready now. */
  keepUntil: string;
  today: string;
  /** The numbers of the parcels that were handed over within the last hour. */
  undoable: number[];
  /** Why the last form was refused. */
  trouble: ActionError | null;
}

export default function Collection({ order, keepUntil, today, undoable, trouble }: CollectionProps) {
  const { number, state } = order;
  const parcel = order.parcels.at(-1);
  const isReady = parcel !== undefined && isTravelling(order, parcel);
  const hasPapers = parcelStates.includes(state) && !order.isErased;
  if (!parcel && !hasPapers) return null;
  const of = (name: string) => (trouble?.action === name ? trouble : null);
  const left = copiesToSend(order).map(({ position, quantity }) => ({
    bookId: requiredItem(order.lines, position).bookId,
    left: quantity,
  }));
  return (
    <section aria-labelledby="collection" id="hand-over">
      <h2 id="collection" className="text-title">
        Collected at the shop
      </h2>
      {parcel && (
        <p className="mt-3">
          Ready since <time dateTime={parcel.shippedAt}>{longMoment(parcel.shippedAt)}</time>
          {isReady && parcel.keptUntil && (
            <span className={parcel.keptUntil < today ? "font-semibold text-vermilion" : undefined}>
              {`, kept until ${nameDay(parcel.keptUntil)}`}
            </span>
          )}
          {parcel.failedAt && (
            <>
              ; <strong>it was not collected</strong>, recorded{" "}
              <time dateTime={parcel.failedAt}>{longMoment(parcel.failedAt)}</time>
            </>
          )}
        </p>
      )}
      {isReady && (
        <>
          <HandOver order={order} trouble={of("orders.hand-over")} />
          <div className="mt-4 grid">
            <KeepLonger number={number} keepUntil={keepUntil} trouble={of("orders.keep-longer")} />
            <NotCollected order={order} trouble={of("orders.refund-parcel")} />
          </div>
        </>
      )}
      {parcel && <RefundedParcel order={order} parcel={parcel} trouble={of("orders.end-refunded-parcel")} />}
      {parcel && undoable.includes(parcel.place) && (
        <Form method="post" className="mt-3">
          <input type="hidden" name="order" value={number} />
          <input type="hidden" name="parcel" value={parcel.place} />
          <Button variant="outline" name="intent" value="orders.take-back-arrival">
            It was not handed over
          </Button>
        </Form>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {isToPack(state) && (
          <ButtonLink variant="outline" to={deskHref("/parcels/:number", { number })}>
            Pack it by scanning
          </ButtonLink>
        )}
        {hasPapers && (
          <form className="flex flex-wrap items-center gap-3" action={deskHref("/parcels/print")}>
            <input type="hidden" name="order" value={number} />
            <PrintButtons kinds={["slips"]} of="one" />
          </form>
        )}
      </div>
      {isToPack(state) && left.length > 0 && (
        <ReadyForm number={number} left={formatCopiesLeft(left)} keepUntil={keepUntil} trouble={of("orders.ready")} />
      )}
    </section>
  );
}

interface FormProps {
  order: OrderRecord;
  trouble: ActionError | null;
}

/** Form that hands the order over, and takes the payment that is due. */
function HandOver({ order: { number, collectPaise }, trouble }: FormProps) {
  return (
    <Form method="post" className="mt-3 grid max-w-measure gap-3">
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="due" value={collectPaise} />
      {collectPaise > 0 && (
        <>
          <p className="bg-marigold-wash px-3 py-2 font-semibold text-on-wash">
            The reader pays <Money paise={collectPaise} /> now
          </p>
          <SelectField
            label="How it is paid"
            name="paidBy"
            required
            defaultValue={trouble?.values.paidBy ?? ""}
            error={trouble?.errors.paidBy}
          >
            <option value="">Choose</option>
            <option value="cash">Cash</option>
            <option value="upi">UPI</option>
            <option value="card">Card</option>
          </SelectField>
          <TextField
            label="Reference"
            hint="Of UPI or the card terminal. Not needed for cash"
            name="reference"
            autoComplete="off"
            defaultValue={trouble?.values.reference ?? ""}
            error={trouble?.errors.reference}
          />
        </>
      )}
      <div>
        <Button name="intent" value="orders.hand-over">
          {collectPaise > 0 ? "Paid and handed over" : "Handed over"}
        </Button>
        <p className="mt-1 text-small text-quiet">
          This starts the reader’s period for returns. It can be undone for an hour.
          {collectPaise > 0 && <span> The payment stays recorded; money can be refunded.</span>}
        </p>
      </div>
    </Form>
  );
}

const summary = "inline-flex min-h-11 items-center font-semibold text-action";

function KeepLonger({
  number,
  keepUntil,
  trouble,
}: {
  number: string;
  keepUntil: string;
  trouble: ActionError | null;
}) {
  return (
    <details open={trouble !== null}>
      <summary className={summary}>Keep it longer</summary>
      <Form method="post" className="grid max-w-measure gap-3 pt-1 pb-4">
        <input type="hidden" name="order" value={number} />
        <KeepUntilField keepUntil={keepUntil} trouble={trouble} />
        <div>
          <Button variant="outline" name="intent" value="orders.keep-longer">
            Save, and write to the reader
          </Button>
          <CannotBeUndone what="The reader gets an e-mail with the new day." />
        </div>
      </Form>
    </details>
  );
}

/** Form that ends an order which its reader did not collect. */
function NotCollected({ order, trouble }: FormProps) {
  const { number, parcels, collectPaise } = order;
  return (
    <details open={trouble !== null}>
      <summary className={summary}>It was not collected: end the order</summary>
      <Form method="post" className="grid max-w-measure gap-3 pt-1 pb-4">
        <input type="hidden" name="order" value={number} />
        <input type="hidden" name="parcel" value={parcels.at(-1)?.place} />
        <input type="hidden" name="trouble" value="came-back" />
        <p className="text-quiet">
          {collectPaise > 0
            ? "The reader has paid nothing and owes nothing. The copies are put back into stock."
            : "The money is refunded to the reader, and the copies are put back into stock."}
        </p>
        <div>
          <Button variant="danger" name="intent" value="orders.refund-parcel">
            {collectPaise > 0 ? "End the order" : "End the order and refund the money"}
          </Button>
          <CannotBeUndone what="The reader gets an e-mail." />
        </div>
      </Form>
    </details>
  );
}
