/** Books and totals of an order, with refunds; its reader may review books that have arrived. */
import { Link } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { describePlate } from "#shop/sales/orders/plates/plate-words.ts";
import { orderStates } from "#shop/sales/orders/order-state.ts";
import type { OrderRefund } from "#shop/sales/orders/refund-labels.ts";
import { returnStateLabels, type ReturnState } from "#shop/sales/orders/return-labels.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

interface OrderBooksProps {
  order: OrderPage;
  /** The positions of the lines that their reader may review. */
  reviewable: number[];
  linkKey: string | null;
}

export function OrderBooks({ order, reviewable, linkKey }: OrderBooksProps) {
  const plate = orderStates[order.state].isConfirmed && order.bookplate ? describePlate(order.bookplate) : null;
  return (
    <section aria-labelledby="books-heading">
      <h2 id="books-heading" className="text-h3">
        Books
      </h2>
      <ul className="mt-4">
        {order.lines.map((line, position) => (
          <li
            key={line.bookId}
            className="grid break-inside-avoid grid-cols-[3rem_1fr_auto] gap-x-4 border-t border-line py-4 sm:grid-cols-[4rem_1fr_auto] sm:gap-x-5"
          >
            <Link
              to={href("/books/:bookId", { bookId: line.bookId })}
              tabIndex={-1}
              aria-hidden="true"
              className="self-start"
            >
              <BookCover book={{ ...line, authors: [] }} sizes="(min-width: 640px) 64px, 48px" />
            </Link>
            <p className="min-w-0 break-words">
              <Link
                to={href("/books/:bookId", { bookId: line.bookId })}
                lang={detectLanguage(line.title)}
                className="quiet-link font-semibold"
              >
                {line.title}
              </Link>
              <span lang={detectLanguage(line.author)} className="block text-small text-quiet">
                {line.author}
              </span>
              {line.cancelled > 0 && (
                <span className="block text-small font-semibold text-marigold-text">
                  {line.cancelled === line.quantity ? "Cancelled" : `${line.cancelled} of ${line.quantity} cancelled`}
                </span>
              )}
              {order.returns
                .filter((orderReturn) => orderReturn.position === position)
                .map(({ id, quantity, state, reason }) => (
                  <span key={id} className="block text-small font-semibold text-marigold-text">
                    <span>{formatCount(quantity, "copy", "copies")}</span>:{" "}
                    <span>{reason === "lost" ? "lost in transit, refunded" : returnStateLabels[state]}</span>
                  </span>
                ))}
              {plate !== null && line.cancelled < line.quantity && (
                <Link
                  to={href(
                    "/orders/:orderNumber/bookplates/:bookId",
                    { orderNumber: order.number, bookId: line.bookId },
                    { key: linkKey },
                  )}
                  className="link mr-5 inline-flex min-h-11 items-center text-small print:hidden"
                >
                  <span className="wrap-anywhere" dir="auto" lang={detectLanguage(plate)}>
                    {plate}
                  </span>
                  <span className="sr-only" lang={detectLanguage(line.title)}>
                    , bookplate for {line.title}
                  </span>
                </Link>
              )}
              {reviewable.includes(position) && keepsCopies(order, position) && (
                <Link
                  to={href("/books/:bookId/review", { bookId: line.bookId })}
                  className="link inline-flex min-h-11 items-center text-small print:hidden"
                >
                  Review this book
                  <span className="sr-only" lang={detectLanguage(line.title)}>
                    {" "}
                    {line.title}
                  </span>
                </Link>
              )}
            </p>
            <p className="figures text-right">
              <Money paise={line.unitPricePaise * line.quantity} />
              <span className="block text-small text-quiet">
                {line.quantity} × <Money paise={line.unitPricePaise} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      <dl className="figures grid grid-cols-[1fr_auto] gap-y-2 border-t border-line pt-4">
        <dt>Subtotal</dt>
        <dd className="text-right">
          <Money paise={order.subtotalPaise} />
        </dd>
        {order.discounts.map(({ label, amountPaise }) => (
          <div key={label} className="contents text-marigold-text">
            <dt>{label}</dt>
            <dd className="text-right">
              <Money paise={-amountPaise} />
            </dd>
          </div>
        ))}
        <dt>{order.isCollection ? "Collection" : "Shipping"}</dt>
        <dd className="text-right">{order.shippingPaise === 0 ? "Free" : formatPaise(order.shippingPaise)}</dd>
        <dt className="text-title font-semibold">Total</dt>
        <dd className="text-right text-title font-semibold">
          <Money paise={order.totalPaise} />
        </dd>
      </dl>
      {order.refunds.length > 0 && !isRefundedAtOnce(order) && <Refunds order={order} />}
    </section>
  );
}

const isGoingBack: Record<ReturnState, boolean> = {
  asked: true,
  accepted: true,
  received: true,
  refused: false,
  kept: false,
};

/** Whether the reader keeps at least one copy of a line, after cancellations and returns. */
function keepsCopies({ lines, returns }: OrderPage, position: number): boolean {
  const { quantity = 0, cancelled = 0 } = lines[position] ?? {};
  const back = returns.filter((orderReturn) => position === orderReturn.position && isGoingBack[orderReturn.state]);
  return back.reduce((sum, returned) => sum + returned.quantity, cancelled) < quantity;
}

/** Whether a single refund covers the whole payment; the panel above the books shows it already. */
function isRefundedAtOnce({ paidPaise, totalPaise, refunds }: OrderPage): boolean {
  const [refund] = refunds;
  if (refunds.length !== 1 || !refund || refund.state === "failed") return false;
  return refund.amountPaise === (refund.isOfDue ? totalPaise : paidPaise);
}

/** Shows what lowered the sum due on delivery, the payment, the refunds, and what remains of the payment. */
function Refunds({ order: { paidPaise, duePaise, isCollection, refunds } }: { order: OrderPage }) {
  const ofDue = refunds.filter(({ isOfDue }) => isOfDue);
  const lessPaise = ofDue.reduce((paise, { amountPaise }) => paise + amountPaise, 0);
  const paidBack = refunds.filter(({ isOfDue }) => !isOfDue);
  const sum = (...states: OrderRefund["state"][]) =>
    paidBack.reduce((paise, refund) => (states.includes(refund.state) ? paise + refund.amountPaise : paise), 0);
  const refundedPaise = sum("processed");
  const pendingPaise = sum("requested", "pending");
  return (
    <dl className="figures mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 border-t border-line pt-4">
      {lessPaise > 0 && (
        <>
          <dt>Less to pay</dt>
          <dd className="text-right">
            <Money paise={-lessPaise} />
          </dd>
        </>
      )}
      {duePaise !== null && (
        <>
          <dt className="font-semibold">{`To pay ${isCollection ? "when you collect it" : "on delivery"}`}</dt>
          <dd className="text-right font-semibold">
            <Money paise={duePaise} />
          </dd>
        </>
      )}
      {paidPaise > 0 && (
        <>
          <dt>Paid</dt>
          <dd className="text-right">
            <Money paise={paidPaise} />
          </dd>
        </>
      )}
      {refundedPaise > 0 && (
        <>
          <dt>Refunded to you</dt>
          <dd className="text-right">
            <Money paise={-refundedPaise} />
          </dd>
        </>
      )}
      {pendingPaise > 0 && (
        <>
          <dt>Refund on its way</dt>
          <dd className="text-right">
            <Money paise={-pendingPaise} />
          </dd>
        </>
      )}
      {paidBack.length > 0 && (
        <>
          <dt className="font-semibold">Paid after refunds</dt>
          <dd className="text-right font-semibold">
            <Money paise={paidPaise - refundedPaise - pendingPaise} />
          </dd>
        </>
      )}
    </dl>
  );
}
