/** The desk's page of an order: its books, payments, parcels, returns, notes and history, with their forms. */
import { lazy, Suspense } from "react";
import { data } from "react-router";

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { servicesContext } from "#app/http/context.ts";
import { Money } from "#app/components/books/money.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findOrderRecord, type OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { isoDay, longMoment } from "#shop/kernel/dates/dates.ts";
import { arrivalUndoMinutes } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { copiesToSend, hasComeBack, type OrderParcel } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { orderStates, describeOrderState, isToPack } from "#shop/sales/orders/order-state.ts";
import { arrivalsOfOrder } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import { nameArrival } from "#shop/kernel/regions/delivery-promise.ts";
import { may } from "#shop/people/staff/roles.ts";
import { Badge } from "#ui/badge.tsx";
import { Banner } from "#ui/banner.tsx";
import { parcelArrived, readyAtShop } from "#desk/pages/parcels/actions.server.ts";
import { lastDayKept } from "#shop/sales/orders/collection/last-day-kept.ts";
import { Figure } from "#ui/figure.tsx";
import { orderActions } from "./actions.server.ts";
import { DeliveringTo, SoldTo } from "./delivering-to.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { CancelForm } from "./refunds/cancel-form.tsx";
import { OrderHistory } from "./order-history.tsx";
import { OrderLetters } from "./order-letters.tsx";
import { OrderLines } from "./order-lines.tsx";
import { OrderNotes } from "./order-notes.tsx";
import { OrderParcels } from "./parcels/order-parcels.tsx";
import { OrderReturns } from "./refunds/order-returns.tsx";
import { Payments } from "./refunds/payments.tsx";
import { RefundForm } from "./refunds/refund-form.tsx";
import { RefundRequests } from "./refunds/refund-requests.tsx";
import { moneyOf } from "./refunds/what-goes-back.tsx";

import type { Route } from "./+types/route";

/** Loaded for orders that are collected only. */
const Collection = lazy(() => import("./collection/collection.tsx"));

/** The actions whose forms appear next to each parcel. */
const parcelForms = [
  "orders.correct-tracking",
  "orders.send-parcel-again",
  "orders.refund-parcel",
  "orders.end-refunded-parcel",
];

/** Whether this parcel was marked as delivered within the last hour. */
function mayTakeBackArrival(
  { state, events }: Pick<OrderRecord, "state" | "events">,
  { deliveredAt, copies }: OrderParcel,
  now: Date,
): boolean {
  if (!orderStates[state].isConfirmed) return false;
  const ofOrder = state === "delivered" ? events.findLast(({ to }) => to === "delivered")?.at : undefined;
  const at = copies ? deliveredAt : ofOrder;
  return at !== null && at !== undefined && now.getTime() - new Date(at).getTime() <= arrivalUndoMinutes * 60_000;
}

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "orders" });
  const number = (args.params.number ?? "").toUpperCase();
  const { db, settings, now } = args.context.get(servicesContext);
  const order = await findOrderRecord(db, number);
  if (!order) throw data(`There is no order ${number.slice(0, 20)}.`, { status: 404 });
  const limitPaise = may(staff.role, "refunds-above-limit") ? null : settings.refundLimitPaise;
  const arrivals = arrivalsOfOrder(order, settings.policies.delivery, now());
  // With `?open=refund`, the page shows the form for a refund unfolded.
  const open = new URL(args.request.url).searchParams.get("open");
  const undoable = order.parcels.filter((parcel) => mayTakeBackArrival(order, parcel, now())).map(({ place }) => place);
  const keepUntil = lastDayKept(settings, now());
  return { order, arrivals, undoable, today: isoDay(now()), keepUntil, limitPaise, ownId: staff.id, open };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(args, [...orderActions, parcelArrived, readyAtShop], (_, answer) => {
    const number = args.params.number ?? "";
    return redirectWithFlash(args.request, deskHref("/orders/:number", { number }), answer);
  });
}

/** Reloads the data after a rejected form, to show the current state of the order. */
export const shouldRevalidate = () => true;

export const meta = ({ params }: { params: { number?: string } }) => [{ title: `Order ${params.number ?? ""}` }];

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, arrivals, undoable, today, limitPaise, ownId, open } = loaderData;
  const trouble = actionData ?? null;
  const { number, state, lines, payments, refunds, refundRequests, alerts, version } = order;
  const troubleOf = (...names: string[]) => (trouble && names.includes(trouble.action) ? trouble : null);
  const left = copiesToSend(order).map(({ position, quantity }) => ({
    ...requiredItem(lines, position),
    left: quantity,
  }));
  const refundable = payments.filter(({ status }) => ["captured", "refunded", "due"].includes(status));
  // Notes come first, because they must be read before packing.
  const notes = <OrderNotes number={number} notes={order.notes} trouble={troubleOf("orders.note")} />;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/orders")}>Orders</BackLink>
        <Heading order={order} />
        <ActionBanner trouble={trouble} />
        {state === "to_confirm" && <ConfirmForm number={number} />}
        {alerts
          .filter(({ isSeen }) => !isSeen)
          .map(({ at, message }) => (
            <Banner key={at + message} variant="note" className="mt-4">
              {message}
            </Banner>
          ))}
      </div>
      <div className="grid gap-8 lg:not-has-[details[open]]:grid-cols-[2fr_1fr]">
        <OrderLines order={order} />
        {order.isAtCounter ? (
          <SoldTo order={order} />
        ) : (
          <DeliveringTo
            order={order}
            ofAddress={troubleOf("orders.correct-address")}
            ofEmail={troubleOf("orders.correct-email")}
          />
        )}
      </div>
      {order.notes.length > 0 && notes}
      {order.isAtCounter ? null : order.isCollection ? (
        <Suspense>
          <Collection
            order={order}
            keepUntil={loaderData.keepUntil}
            today={today}
            undoable={undoable}
            trouble={troubleOf(
              "orders.ready",
              "orders.hand-over",
              "orders.keep-longer",
              "orders.refund-parcel",
              "orders.end-refunded-parcel",
            )}
          />
        </Suspense>
      ) : (
        <OrderParcels
          order={order}
          arrivals={arrivals.parcels}
          undoable={undoable}
          trouble={troubleOf(...parcelForms)}
        />
      )}
      <OrderReturns
        number={number}
        returns={order.returns}
        trouble={troubleOf("returns.accept", "returns.refuse", "returns.receive")}
      />
      <Payments
        number={number}
        payments={payments}
        refunds={refunds}
        documents={order.documents}
        isCollection={order.isCollection}
        isOwner={limitPaise === null}
        today={today}
        trouble={troubleOf("orders.close-refund")}
      />
      <RefundRequests
        number={number}
        version={version}
        requests={refundRequests}
        ownId={ownId}
        isOwner={limitPaise === null}
        trouble={troubleOf("orders.approve-refund", "orders.decline-refund")}
      />
      {(isToPack(state) || refundable.length > 0) && (
        <div>
          {isToPack(state) && left.length > 0 && (
            <CancelForm
              key={version}
              number={number}
              version={version}
              leftPaise={moneyOf(order).left}
              lines={left}
              isRest={order.parcels.length > 0}
              isAsked={open === "cancel"}
              trouble={troubleOf("orders.cancel")}
            />
          )}
          {refundable.length > 0 && (
            <RefundForm
              // Resets the form after a refund or a request, so that the same values are not submitted again by
              // mistake.
              key={refunds.length + refundRequests.length}
              number={number}
              version={version}
              payments={refundable}
              refunds={refunds}
              lines={lines}
              hasFee={order.shippingPaise > 0}
              limitPaise={limitPaise}
              isAsked={open === "refund"}
              trouble={troubleOf("orders.refund")}
            />
          )}
        </div>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        {order.notes.length === 0 && notes}
        {!order.isAtCounter && <OrderLetters number={number} letters={order.letters} />}
      </div>
      <OrderHistory events={order.events} payments={payments} isCollection={order.isCollection} />
    </div>
  );
}

/** The number of the order, its state, and when it was placed and promised. */
function Heading({ order }: { order: OrderRecord }) {
  return (
    <>
      <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-h3">
        <span>
          Order <Figure>{order.number}</Figure>
        </span>{" "}
        <Badge>
          {describeOrderState({
            state: order.state,
            isSentInPart: order.parcels.length > 0,
            isBack: hasComeBack(order.parcels),
            isCollection: order.isCollection,
            isAtCounter: order.isAtCounter,
          })}
        </Badge>
      </h1>
      <p className="mt-1 text-quiet">
        <span>{order.isAtCounter ? "Sold" : "Placed"}</span>{" "}
        <time dateTime={order.placedAt}>{longMoment(order.placedAt)}</time>.
        {order.arrival && (
          <span>{` ${order.isCollection ? "Promised to be ready on" : "Promised for"} ${nameArrival(order.arrival)}.`}</span>
        )}
      </p>
      {!!order.transferPaise && (
        <p className="mt-2 font-semibold">
          To come by bank transfer: <Money paise={order.transferPaise} />
        </p>
      )}
      {order.collectPaise > 0 && (
        <p className="mt-2 font-semibold">
          {order.isCollection ? "To be paid when it is collected" : "To collect on delivery"}:{" "}
          <Money paise={order.collectPaise} />
        </p>
      )}
    </>
  );
}
