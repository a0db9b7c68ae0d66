/** The parcels of an order (unsent, in transit, delivered or failed), each with its papers and forms. */
import { lazy, Suspense } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { SameAddress } from "#desk/components/same-address.tsx";
import { PrintButtons } from "#desk/components/papers/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import {
  copiesIn,
  copiesToSend,
  goesInParts,
  isTravelling,
  placeOfRefunded,
  type LineCopies,
  type OrderParcel,
} from "#shop/sales/orders/parcels/parcel-copies.ts";
import { isToPack, orderStates, parcelStates } from "#shop/sales/orders/order-state.ts";
import { nameArrival, type Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ParcelForms } from "./parcel-forms.tsx";

/** Loaded for orders that were refunded while a parcel was on its way only. */
const RefundedParcel = lazy(() => import("./refunded-parcel.tsx"));

interface OrderParcelsProps {
  order: OrderRecord;
  /** The promised arrival of each sent parcel, as the reader sees it; null for a parcel without a promise. */
  arrivals: (Arrival | null)[];
  /** The numbers of the parcels for which "marked as delivered" can still be undone. */
  undoable: number[];
  /** Why the last form of a parcel was refused. */
  trouble: ActionError | null;
}

export function OrderParcels({ order, arrivals, undoable, trouble }: OrderParcelsProps) {
  const { number, state, parcels } = order;
  const isOpen = parcelStates.includes(state);
  const hasPapers = isOpen && !order.isErased;
  if (parcels.length === 0 && !hasPapers) return null;
  const isInParts = goesInParts(order);
  return (
    <section aria-labelledby="parcel">
      <h2 id="parcel" className="text-title">
        {isInParts ? "Parcels" : "Parcel"}
      </h2>
      <SameAddress number={number} others={order.sameAddress} />
      <ul className={isInParts ? "mt-3 border-t border-line" : "mt-3"}>
        {parcels.map((parcel, index) => (
          <li key={parcel.place} className={isInParts ? "border-b border-line py-3" : undefined}>
            <SentParcel
              order={order}
              parcel={parcel}
              arrival={isTravelling(order, parcel) ? (arrivals[index] ?? null) : null}
              isInParts={isInParts}
            />
            {isTravelling(order, parcel) && (
              <Form method="post" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
                <input type="hidden" name="order" value={number} />
                {parcel.copies && <input type="hidden" name="parcel" value={parcel.place} />}
                <Button variant="outline" name="intent" value="orders.deliver">
                  It has arrived{isInParts && <span className="sr-only">: parcel {parcel.place}</span>}
                </Button>
                <p className="text-small text-quiet">
                  This starts the reader’s period for returns. It can be undone for an hour.
                </p>
              </Form>
            )}
            <Challan order={order} parcel={parcel} isInParts={isInParts} />
            {placeOfRefunded(order, parcel) !== null && (
              <Suspense>
                <RefundedParcel
                  order={order}
                  parcel={parcel}
                  trouble={trouble?.values.parcel === String(parcel.place) ? trouble : null}
                />
              </Suspense>
            )}
            {undoable.includes(parcel.place) && (
              <Form method="post" className="mt-3">
                <input type="hidden" name="order" value={number} />
                <input type="hidden" name="parcel" value={parcel.place} />
                <Button variant="outline" name="intent" value="orders.take-back-arrival">
                  It has not arrived{isInParts && <span className="sr-only">: parcel {parcel.place}</span>}
                </Button>
              </Form>
            )}
            {orderStates[state].isConfirmed && parcel.failure === null && (
              <ParcelForms
                order={order}
                parcel={parcel}
                isTravelling={isTravelling(order, parcel)}
                trouble={trouble?.values.parcel === String(parcel.place) ? trouble : null}
              />
            )}
            {isInParts && hasPapers && isTravelling(order, parcel) && (
              <form className="mt-3 flex flex-wrap gap-3">
                <input type="hidden" name="order" value={number} />
                <input type="hidden" name="parcel" value={parcel.place} />
                <PrintButtons kinds={["slips", "labels"]} of="one" />
              </form>
            )}
          </li>
        ))}
        {isInParts && isToPack(state) && (
          <li className="border-b border-line py-3">
            <p className="font-semibold">Still to be sent</p>
            <Books order={order} copies={copiesToSend(order)} />
          </li>
        )}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {isToPack(state) && (
          <ButtonLink to={deskHref("/parcels/:number", { number })}>
            {isInParts ? "Pack the rest by scanning" : "Pack it by scanning"}
          </ButtonLink>
        )}
        {hasPapers && (isToPack(state) || !isInParts) && (
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

interface ChallanProps {
  order: OrderRecord;
  parcel: OrderParcel;
  isInParts: boolean;
}

/** The delivery challan of a parcel, or the button that makes it. */
function Challan({ order, parcel: { place, failure }, isInParts }: ChallanProps) {
  const challan = order.challans.find(({ parcel }) => parcel === place);
  if (challan)
    return (
      <p className="mt-2">
        Delivery challan{" "}
        <a
          className="link inline-flex min-h-11 items-center"
          href={deskHref("/orders/:number/challans/:parcel", { number: order.number, parcel: place })}
        >
          {challan.number}
          <span className="sr-only"> as a PDF</span>
        </a>
      </p>
    );
  if (order.isErased || failure !== null || !(isInParts || order.business)) return null;
  return (
    <Form method="post" className="mt-2">
      <input type="hidden" name="order" value={order.number} />
      <input type="hidden" name="parcel" value={place} />
      <Button variant="outline" name="intent" value="orders.issue-challan">
        Make a delivery challan{isInParts && <span className="sr-only">: parcel {place}</span>}
      </Button>
    </Form>
  );
}

interface SentParcelProps {
  order: OrderRecord;
  parcel: OrderParcel;
  arrival: Arrival | null;
  isInParts: boolean;
}

/** A sent parcel. If the order has several parcels, the parcel's books are listed. */
function SentParcel({ order, parcel, arrival, isInParts }: SentParcelProps) {
  const { place, carrier, trackingNumber, trackingUrl, shippedAt, deliveredAt, failedAt } = parcel;
  return (
    <div className="break-words">
      {isInParts && <p className="font-semibold">Parcel {place}</p>}
      <p>
        With {carrier} since <time dateTime={shippedAt}>{longMoment(shippedAt)}</time>
        {(trackingNumber || trackingUrl) && ", "}
        {trackingUrl ? (
          <a className="link" href={trackingUrl} rel="noreferrer">
            {trackingNumber || "follow it"}
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
      {failedAt && (
        <p>
          <strong>{parcel.failure === "lost" ? "It was lost" : "It came back"}</strong>, recorded{" "}
          <time dateTime={failedAt}>{longMoment(failedAt)}</time>
        </p>
      )}
      {parcel.replaces !== null && <p>It replaces books of parcel {parcel.replaces}.</p>}
      {arrival && !deliveredAt && <p>The reader sees that it arrives {nameArrival(arrival)}.</p>}
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
            <strong>{quantity} ×</strong> <cite lang={detectLanguage(title)}>{title}</cite>
          </li>
        );
      })}
    </ul>
  );
}
