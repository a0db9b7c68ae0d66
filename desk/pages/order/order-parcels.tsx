import { languageOf } from "#app/display/language-of.ts";
import { CannotBeUndone } from "#desk/components/cannot-be-undone.tsx";
import { Form } from "#desk/components/form.tsx";
import { PrintButtons } from "#desk/components/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { OrderRecord } from "#shop/back-office/order-record.server.ts";
import { longMoment } from "#shop/dates/dates.ts";
import { copiesIn, copiesToSend, goesInParts, type LineCopies, type OrderParcel } from "#shop/orders/order-parcels.ts";
import { nameArrival, type Arrival } from "#shop/places/delivery-promise.ts";
import { Button, ButtonLink } from "#ui/button.tsx";

interface OrderParcelsProps {
  order: OrderRecord;
  /** When each parcel that has left arrives, as the reader is told; null where nothing was promised. */
  arrivals: (Arrival | null)[];
}

/** The parcels of an order: to be packed, on their way with their numbers, or there; with their papers while there are any. */
export function OrderParcels({ order, arrivals }: OrderParcelsProps) {
  const { number, state, parcels } = order;
  const isOpen = state === "paid" || state === "shipped";
  const hasPapers = isOpen && !order.isErased;
  if (parcels.length === 0 && !hasPapers) return null;
  const isInParts = goesInParts(order);
  return (
    <section aria-labelledby="parcel">
      <h2 id="parcel" className="text-title">
        {isInParts ? "Parcels" : "Parcel"}
      </h2>
      <ul className={isInParts ? "mt-3 border-t border-line" : "mt-3"}>
        {parcels.map((parcel, index) => (
          <li key={parcel.place} className={isInParts ? "border-b border-line py-3" : undefined}>
            <SentParcel
              order={order}
              parcel={parcel}
              arrival={isOpen ? (arrivals[index] ?? null) : null}
              isInParts={isInParts}
            />
            {isOpen && parcel.deliveredAt === null && (
              <Form method="post" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
                <input type="hidden" name="order" value={number} />
                {parcel.copies && <input type="hidden" name="parcel" value={parcel.place} />}
                <Button variant="outline" name="intent" value="orders.deliver">
                  It has arrived{isInParts && <span className="sr-only">: parcel {parcel.place}</span>}
                </Button>
                <CannotBeUndone what="The reader’s days to give a book back begin." />
              </Form>
            )}
            {isInParts && hasPapers && parcel.deliveredAt === null && (
              <form className="mt-3 flex flex-wrap gap-3">
                <input type="hidden" name="order" value={number} />
                <input type="hidden" name="parcel" value={parcel.place} />
                <PrintButtons kinds={["slips", "labels"]} of="one" />
              </form>
            )}
          </li>
        ))}
        {isInParts && state === "paid" && (
          <li className="border-b border-line py-3">
            <p className="font-semibold">Still to be sent</p>
            <Books order={order} copies={copiesToSend(order)} />
          </li>
        )}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {state === "paid" && (
          <ButtonLink to={deskHref("/parcels/:number", { number })}>
            {isInParts ? "Pack the rest by scanning" : "Pack it by scanning"}
          </ButtonLink>
        )}
        {hasPapers && (state === "paid" || !isInParts) && (
          <form className="flex flex-wrap items-center gap-3" action={deskHref("/parcels/print")}>
            <input type="hidden" name="order" value={number} />
            <PrintButtons kinds={["slips", "labels", "label-sheets"]} of="one" />
            <Button variant="outline">Gift slip</Button>
          </form>
        )}
      </div>
    </section>
  );
}

interface SentParcelProps {
  order: OrderRecord;
  parcel: OrderParcel;
  arrival: Arrival | null;
  isInParts: boolean;
}

/** A parcel that the carrier has or had; of an order in several also what is in it. */
function SentParcel({ order, parcel, arrival, isInParts }: SentParcelProps) {
  const { place, carrier, trackingNumber, trackingUrl, shippedAt, deliveredAt } = parcel;
  return (
    <div className="break-words">
      {isInParts && <p className="font-semibold">Parcel {place}</p>}
      <p>
        With {carrier} since <time dateTime={shippedAt}>{longMoment(shippedAt)}</time>,{" "}
        {trackingUrl ? (
          <a className="link" href={trackingUrl} rel="noreferrer">
            {trackingNumber}
          </a>
        ) : (
          trackingNumber
        )}
        {deliveredAt && (
          <>
            ; arrived <time dateTime={deliveredAt}>{longMoment(deliveredAt)}</time>
          </>
        )}
      </p>
      {arrival && !deliveredAt && <p>The reader is told that it arrives {nameArrival(arrival)}.</p>}
      {isInParts && <Books order={order} copies={copiesIn(order, parcel)} />}
    </div>
  );
}

function Books({ order, copies }: { order: OrderRecord; copies: LineCopies[] }) {
  return (
    <ul className="mt-1">
      {copies.map(({ position, quantity }) => {
        const title = order.lines[position]?.title ?? "";
        return (
          <li key={position} className="break-words">
            <strong>{quantity} ×</strong> <cite lang={languageOf(title)}>{title}</cite>
          </li>
        );
      })}
    </ul>
  );
}
