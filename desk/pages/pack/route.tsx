/** The desk's page that packs one order. Each scan is stored at once, so that two packers see the same state. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { CarrierCollects } from "#desk/components/carrier-collects.tsx";
import { SameAddress } from "#desk/components/same-address.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { PrintButtons } from "#desk/components/papers/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { bookingActions } from "#desk/pages/book-parcel/actions.server.ts";
import { BookingBox } from "#desk/pages/book-parcel/booking-box.tsx";
import { runBooking } from "#desk/pages/book-parcel/run-booking.server.ts";
import { readyAtShop, shipParcel } from "#desk/pages/parcels/actions.server.ts";
import { CarrierForm } from "#desk/pages/parcels/carrier-form.tsx";
import { ReadyForm } from "#desk/pages/parcels/ready-form.tsx";
import { findOrderToPack } from "#shop/office/back-office/parcels/packing.server.ts";
import { nameCarrier } from "#shop/sales/carriers/carrier.ts";
import { findOpenBooking } from "#shop/sales/carriers/parcel-bookings.server.ts";
import { lastDayKept } from "#shop/sales/orders/collection/last-day-kept.ts";
import { formatCopiesLeft } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { isToPack } from "#shop/sales/orders/order-state.ts";
import { Banner } from "#ui/banner.tsx";
import { Figure } from "#ui/figure.tsx";
import { packActions } from "./actions.server.ts";
import { PackingLines } from "./packing-lines.tsx";
import { ScanForm } from "./scan-form.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "parcels" });
  const number = (args.params.number ?? "").toUpperCase();
  const { db, carriers, settings, now } = args.context.get(servicesContext);
  const [order, booking] = await Promise.all([findOrderToPack(db, number), findOpenBooking(db, number)]);
  if (!order) throw data(`No order ${number.slice(0, 20)} waits to be packed.`, { status: 404 });
  const carrier = carriers.find(({ id }) => id === booking?.carrier);
  const trackingUrl = booking && carrier ? carrier.trackingUrl(booking.trackingNumber) : "";
  const keepUntil = lastDayKept(settings, now());
  return { order, booking, trackingUrl, keepUntil, hasCarriers: carriers.length > 0 };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [...packActions, ...bookingActions, shipParcel, readyAtShop], async (action, answer) => {
    const isSent = action.name === shipParcel.name || action.name === readyAtShop.name;
    const next = isSent ? deskHref("/parcels") : deskHref("/parcels/:number", { number: args.params.number ?? "" });
    if (typeof answer === "string") return redirectWithFlash(args.request, next, answer);
    const { words } = await runBooking(args.context.get(servicesContext), action.name, answer.booking);
    return redirectWithFlash(args.request, next, words);
  });
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ params }: { params: { number?: string } }) => [{ title: `Pack ${params.number ?? ""}` }];

export default function Pack({ loaderData, actionData }: Route.ComponentProps) {
  const { order, booking, trackingUrl, hasCarriers } = loaderData;
  const trouble = actionData ?? null;
  const { number, lines, state, isCollection } = order;
  const wanted = lines.reduce((sum, line) => sum + line.wanted, 0);
  const packed = lines.reduce((sum, line) => sum + Math.min(line.packed, line.wanted), 0);
  const isExact = lines.every((line) => line.packed === line.wanted);
  const left = formatCopiesLeft(lines.map(({ bookId, wanted }) => ({ bookId, left: wanted })));
  const isRest = lines.some(({ isSent }) => isSent);
  const inParcel = lines.filter(({ packed }) => packed > 0).map(({ bookId, packed: copies }) => ({ bookId, copies }));
  // The parcel can be sent with a part of the books, and the rest later, unless the carrier collects the money.
  const mayGo =
    state === "paid" && !isCollection && packed > 0 && !isExact && lines.every((line) => line.packed <= line.wanted);
  const booked =
    booking?.state === "booked"
      ? {
          carrier: booking.courier || nameCarrier(booking.carrier),
          trackingNumber: booking.trackingNumber,
          trackingUrl,
        }
      : undefined;
  const shipTrouble = trouble?.action === "orders.ship" ? trouble : null;
  return (
    <div className="desk-page grid gap-6">
      <div>
        <BackLink to={deskHref("/parcels")}>Parcels</BackLink>
        <h1 className="text-h3">
          Pack <Figure>{number}</Figure>
        </h1>
        <ActionBanner trouble={trouble} />
      </div>
      {state === "shipped" && (
        <Banner variant="note">
          {isCollection ? "This order is ready at the shop." : "This order is already on its way."}
        </Banner>
      )}
      {isToPack(state) && isRest && (
        <Banner variant="note">A part of this order was already sent. This is the rest.</Banner>
      )}
      <SameAddress number={number} others={order.sameAddress} />
      <div className="grid gap-6 md:grid-cols-[2fr_1fr]">
        <section aria-labelledby="books">
          <h2 id="books" className="text-title">
            {wanted === 0 && isRest ? "Sent in several parcels" : `${packed} of ${wanted} packed`}
          </h2>
          {isToPack(state) && wanted > 0 && !isExact && (
            <ScanForm number={number} error={trouble?.errors.isbn ?? null} />
          )}
          <PackingLines number={number} lines={lines} isOpen={isToPack(state)} />
        </section>
        <section aria-labelledby="to">
          <h2 id="to" className="text-title">
            {isCollection ? "Collected at the shop by" : "To"}
          </h2>
          <address className="mt-3 break-words not-italic">
            <p className="font-semibold">{order.name}</p>
            {order.addressLines.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {order.addressLines.length > 0 &&
              !order.addressLines.at(-1)?.startsWith(`${stateName(order.stateCode)} `) && (
                <p>{stateName(order.stateCode)}</p>
              )}
            {!isCollection && <CarrierCollects paise={order.collectPaise} />}
            <p>
              <a className="link inline-flex min-h-11 items-center lg:min-h-6" href={`tel:${order.phone}`}>
                {spacePhone(order.phone)}
              </a>
            </p>
          </address>
          <form className="mt-4 flex flex-wrap gap-3">
            <input type="hidden" name="order" value={number} />
            <PrintButtons kinds={isCollection ? ["slips"] : ["slips", "labels"]} of="one" />
          </form>
        </section>
      </div>
      {isToPack(state) && wanted > 0 && !isCollection && (
        <BookingBox number={number} booking={booking} hasCarriers={hasCarriers} />
      )}
      {isToPack(state) && isExact && wanted > 0 && (
        <section aria-labelledby="send">
          <h2 id="send" className="text-title">
            {isCollection ? "Everything is packed: tell the reader" : "Everything is packed: hand it to the carrier"}
          </h2>
          {isCollection ? (
            <ReadyForm
              number={number}
              left={left}
              keepUntil={loaderData.keepUntil}
              trouble={trouble?.action === "orders.ready" ? trouble : null}
            />
          ) : (
            <CarrierForm
              number={number}
              left={left}
              collectPaise={order.collectPaise}
              booked={booked}
              sameAddress={order.sameAddress}
              trouble={shipTrouble}
            />
          )}
        </section>
      )}
      {mayGo && (
        <details open={shipTrouble !== null}>
          <summary className="inline-flex min-h-11 items-center font-semibold text-action">
            Send only the packed copies, the rest later
          </summary>
          <p className="max-w-measure">
            <span>{formatCount(packed, "copy", "copies")}</span> in this parcel, <Figure>{wanted - packed}</Figure> in a
            later one. The e-mail to the reader lists the books that follow.
          </p>
          <form className="mt-3 mb-5 flex flex-wrap gap-3">
            <input type="hidden" name="order" value={number} />
            <input type="hidden" name="packed" value="yes" />
            <PrintButtons kinds={["slips", "labels"]} of="one" />
          </form>
          <CarrierForm
            number={number}
            left={left}
            collectPaise={order.collectPaise}
            booked={booked}
            chosen={inParcel}
            trouble={shipTrouble}
          />
        </details>
      )}
    </div>
  );
}
