/** Parcels of an order that is sent in parts, and the links to follow them. */
import { htmlTime } from "#app/display/html-time.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import {
  copiesIn,
  copiesToSend,
  isTravelling,
  type LineCopies,
  type OrderParcel,
} from "#shop/sales/orders/parcels/parcel-copies.ts";
import type { OrderArrivals } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import { ArrivalDays } from "./arrival-days.tsx";

/** Carrier and tracking number of a parcel, linked when there is a tracking page. */
export function TrackingLink({ parcel: { carrier, trackingNumber, trackingUrl } }: { parcel: OrderParcel }) {
  return (
    <>
      <span>{`Carried by ${carrier}${trackingNumber ? ", tracking " : trackingUrl ? ", " : ""}`}</span>
      {trackingUrl ? (
        <a
          href={trackingUrl}
          rel="noopener noreferrer"
          className="link figures inline-flex min-h-11 items-center font-semibold"
        >
          {trackingNumber || "follow it"}
        </a>
      ) : (
        <span className="figures select-all">{trackingNumber}</span>
      )}
    </>
  );
}

/** Contents and state of each parcel, and the copies that are still to be sent. */
export function ParcelTracking({ order, arrivals }: { order: OrderPage; arrivals: OrderArrivals }) {
  const waiting = copiesToSend(order);
  return (
    <ol className="mt-5 grid gap-x-6 gap-y-5 sm:grid-cols-2">
      {order.parcels.map((parcel, index) => (
        <li
          key={parcel.place}
          className={`min-w-0 border-t-4 pt-2 break-words ${parcel.failure ? "border-vermilion" : "border-leaf"}`}
        >
          <h3 className="font-text text-small font-normal text-quiet">
            Parcel {parcel.place}: <span>{describeParcelState(order, parcel)}</span>
          </h3>
          <Copies order={order} copies={copiesIn(order, parcel)} />
          {isTravelling(order, parcel) && <Arrives arrival={arrivals.parcels[index]} />}
          <p className="figures text-small text-quiet">
            <span>{parcel.deliveredAt ? "Came" : "Sent"}</span> <DayOf at={parcel.deliveredAt ?? parcel.shippedAt} />
          </p>
          <p className="text-small">
            <TrackingLink parcel={parcel} />
          </p>
        </li>
      ))}
      {waiting.length > 0 && (
        <li className="min-w-0 border-t-4 border-line pt-2 break-words">
          <h3 className="font-text text-small font-normal text-quiet">Still to be sent</h3>
          <Copies order={order} copies={waiting} />
          <Arrives arrival={arrivals.rest} />
          <p className="text-small text-quiet">We write to you when it leaves us</p>
        </li>
      )}
    </ol>
  );
}

/** Describes where a parcel is. */
export function describeParcelState(order: Pick<OrderPage, "state">, parcel: OrderParcel): string {
  if (parcel.failure) return parcel.failure === "lost" ? "lost on its way" : "came back to us";
  return isTravelling(order, parcel) ? "on its way" : "with you";
}

function Arrives({ arrival }: { arrival: Arrival | null | undefined }) {
  if (!arrival) return null;
  return (
    <p className="figures mt-1">
      Arrives <ArrivalDays arrival={arrival} />
    </p>
  );
}

function DayOf({ at }: { at: string }) {
  return <time dateTime={htmlTime(at)}>{shortDay(at)}</time>;
}

function Copies({ order, copies }: { order: OrderPage; copies: LineCopies[] }) {
  return (
    <ul className="mt-0.5 text-title font-semibold">
      {copies.map(({ position, quantity }) => {
        const title = order.lines[position]?.title ?? "";
        return (
          <li key={position}>
            {quantity > 1 && <span className="figures">{quantity} × </span>}
            <span lang={detectLanguage(title)}>{title}</span>
          </li>
        );
      })}
    </ul>
  );
}
