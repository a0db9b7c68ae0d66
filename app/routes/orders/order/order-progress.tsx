import { htmlTime } from "#app/display/html-time.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { orderStates } from "#shop/sales/orders/order-state.ts";
import { goesInParts, hasComeBack } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { lastArrival, type OrderArrivals } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import { ArrivalDays } from "./arrival-days.tsx";
import { ParcelTracking, TrackingLink } from "./parcel-tracking.tsx";

interface OrderProgressProps {
  order: OrderPage;
  arrivals: OrderArrivals;
}

/** Text for an order whose sent parcels were all lost or returned; more parcels may follow. */
function describeNotReached(order: OrderPage): string {
  if (order.parcels.length > 1) return "The parcels did not reach you";
  return goesInParts(order) ? "A parcel did not reach you" : "The parcel did not reach you";
}

/** Progress of a paid order and its parcels; nothing for an unpaid one. */
export function OrderProgress({ order, arrivals }: OrderProgressProps) {
  const { state, parcels } = order;
  if (!orderStates[state].isPaid) return null;
  const [parcel] = parcels;
  const at = (moved: string) => order.moves.find((move) => move.state === moved)?.at;
  const sentAt = at("shipped");
  const cameAt = at("delivered");
  const arrival = lastArrival(arrivals);
  const days = arrival && <ArrivalDays arrival={arrival} />;
  const isInParts = goesInParts(order);
  const steps = [
    { label: "Placed", at: at("paid"), words: null },
    { label: "Packed", at: sentAt, words: null },
    { label: "On its way", at: sentAt, words: null },
    { label: "With you", at: cameAt, words: days },
  ];
  const done = cameAt ? 4 : sentAt ? 3 : 1;
  const isBack = hasComeBack(parcels);
  const isHalfWay = isInParts && !sentAt;
  return (
    <section aria-labelledby="progress-heading" className="mt-8 border-t-4 border-ink bg-raised p-6 sm:p-8">
      <h2 id="progress-heading" className="text-h3">
        {cameAt
          ? "With you"
          : isBack
            ? describeNotReached(order)
            : isHalfWay
              ? "Part of your order is sent"
              : sentAt
                ? "On its way"
                : "We are packing your books"}
      </h2>
      {!cameAt && !isInParts && !isBack && days && (
        <p className="figures mt-2 text-lead font-semibold">Arrives {days}</p>
      )}
      {parcel && !isInParts && (
        <p className="mt-2 break-words">
          <TrackingLink parcel={parcel} />
        </p>
      )}
      {isInParts || isBack ? (
        <ParcelTracking order={order} arrivals={arrivals} />
      ) : (
        <ol className="mt-5 grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-4 print:grid-cols-4">
          {steps.map((step, place) => (
            <li
              key={step.label}
              aria-current={place === done - 1 ? "step" : undefined}
              className={`border-t-4 pt-2 ${place < done ? "border-leaf" : "border-line text-quiet"}`}
            >
              <span className="font-semibold">{step.label}</span>
              <span className="figures block text-small">
                {step.at ? <time dateTime={htmlTime(step.at)}>{shortDay(step.at)}</time> : step.words}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
