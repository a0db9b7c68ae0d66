import { Form } from "#desk/components/forms/form.tsx";
import type { ParcelOnItsWay } from "#shop/office/back-office/parcels/parcels.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { Button } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";
import { OrderNumber } from "./order-number.tsx";

interface OnTheirWayProps {
  /** The parcels; `arrivesBy` is the last ISO day on which one should arrive, null if that is unknown. */
  parcels: (Omit<ParcelOnItsWay, "pin"> & { arrivesBy: string | null })[];
  /** The current ISO day in India. */
  today: string;
  maySeeOrders: boolean;
}

/** Parcels in transit, the oldest first. */
export function OnTheirWay({ parcels, today, maySeeOrders }: OnTheirWayProps) {
  return (
    <>
      <p className="mt-3 max-w-measure text-small text-quiet">
        “It has arrived” starts the reader’s period for returns. You can undo it for an hour on the order’s page. On
        that page you can also correct a tracking number, and handle a parcel that came back or was lost.
      </p>
      <ul className="mt-3 border-t border-line">
        {parcels.map(
          ({ number, part, name, city, carrier, trackingNumber, trackingUrl, shippedAt, arrivesBy, isRefunded }) => (
            <li
              key={`${number} ${part}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
            >
              <span className="flex flex-wrap items-baseline gap-x-2">
                <OrderNumber number={number} maySee={maySeeOrders} />
                {part !== null && <span className="text-small text-quiet">{`parcel ${part}`}</span>}
              </span>
              <span className="min-w-0 flex-1 basis-60 break-words">
                {name}, {city}
                <span className="block text-small text-quiet">
                  {carrier}{" "}
                  {trackingUrl ? (
                    <a translate="no" className="link" href={trackingUrl} rel="noreferrer">
                      {trackingNumber || "follow it"}
                    </a>
                  ) : (
                    trackingNumber && <Figure>{trackingNumber}</Figure>
                  )}
                  , since <time dateTime={shippedAt}>{shortMoment(shippedAt)}</time>
                </span>
                {isRefunded && (
                  <span className="block text-small font-semibold text-vermilion">
                    Refunded in full. If it comes back, say so on the order’s page
                  </span>
                )}
                {arrivesBy !== null && !isRefunded && (
                  <span
                    className={`block text-small ${arrivesBy < today ? "font-semibold text-vermilion" : "text-quiet"}`}
                  >
                    {`${arrivesBy < today ? "Late: expected" : "Expected"} by ${nameDay(arrivesBy)}`}
                  </span>
                )}
              </span>
              <Form method="post">
                <input type="hidden" name="order" value={number} />
                {part !== null && <input type="hidden" name="parcel" value={part} />}
                <Button variant="outline" name="intent" value="orders.deliver">
                  It has arrived
                  <span className="sr-only">{part === null ? `: ${number}` : `: ${number}, parcel ${part}`}</span>
                </Button>
              </Form>
            </li>
          ),
        )}
      </ul>
    </>
  );
}
