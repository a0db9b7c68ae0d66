/** The cart's order summary: the promotion code, the totals and the pay button. */
import { useEffect, useRef } from "react";
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { href } from "#routing/href.ts";
import type { Cart } from "#shop/sales/cart/cart.ts";
import { maxRefundDays } from "#shop/kernel/money/refund-time.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { timeOfDay } from "#shop/kernel/dates/dates.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";
import { useCartForm } from "./use-cart-form.ts";
import { deliveryFormId } from "./delivery/delivery-form.tsx";
import { PromotionCode } from "./promotion-code.tsx";
import type { SaidPromise } from "./delivery/use-delivery-promise.ts";
import type { FailedStage, Payment } from "#app/client/paying/use-payment.ts";

interface OrderSummaryProps {
  cart: Cart;
  promise: SaidPromise;
  payment: Payment;
  /** Whether a line has a larger quantity than the shop can sell. */
  isBlocked: boolean;
  /** The return period, in days. */
  returnDays: number;
  /** Whether the order can be paid on delivery. */
  isOnDeliveryOffered: boolean;
  /** Whether such an order can be confirmed by a code besides the e-mail. */
  isCodeOffered: boolean;
  /** What the order costs less if it is paid online. */
  onlineSavingPaise: number;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  /** Why the order has to wait, while the shop is closed; null while it can be placed. */
  wait: string | null;
  /** The payment provider's name as readers see it. */
  provider: string;
  /** The ways to pay in the provider's window, such as `UPI, cards and netbanking`. */
  methods: string;
  /** Whether the shop's stand-in opens instead of the provider's widget. */
  isStandIn: boolean;
}

export function OrderSummary({
  cart,
  promise,
  payment,
  isBlocked,
  returnDays,
  isOnDeliveryOffered,
  isCodeOffered,
  onlineSavingPaise,
  isCollection,
  wait,
  provider,
  methods,
  isStandIn,
}: OrderSummaryProps) {
  const { isBusy, submit } = useCartForm();
  const isProcessing = payment.state === "processing";
  const payButton = useRef<HTMLButtonElement>(null);
  const failure = useRef<HTMLDivElement>(null);
  const wasProcessing = useRef(false);
  const from = cart.upTo && <span className="text-body font-normal">from </span>;

  useEffect(() => {
    // The button was disabled while the widget was open, so it lost the focus.
    if (wasProcessing.current && !isProcessing && document.activeElement === document.body) payButton.current?.focus();
    wasProcessing.current = isProcessing;
  }, [isProcessing]);
  useEffect(() => {
    // On small screens the pay button is always in view, but the failure message may not be.
    if (payment.state === "failed" && !payment.errors) failure.current?.scrollIntoView({ block: "nearest" });
  }, [payment]);

  return (
    <section aria-labelledby="summary-heading" className="border-t-4 border-ink bg-raised p-6 sm:p-8">
      <h2 id="summary-heading" className="text-h3">
        Order Summary
      </h2>
      <PromotionCode {...cart} isLocked={isProcessing} />
      <dl className="figures mt-4 grid grid-cols-[1fr_auto] gap-y-3">
        <dt>Subtotal</dt>
        <dd className="text-right">
          <Money paise={cart.subtotalPaise} />
        </dd>
        {cart.discounts.map(({ source, label, amountPaise }) => (
          <div key={source} className="contents text-marigold-text">
            <dt>{label}</dt>
            <dd className="text-right">
              <Money paise={-amountPaise} />
            </dd>
          </div>
        ))}
        <dt>{isCollection ? "Collection" : "Shipping"}</dt>
        <dd className="text-right">
          {cart.upTo ? (
            <Figure>{nameFees(cart.shippingPaise, cart.upTo.shippingPaise)}</Figure>
          ) : cart.shippingPaise === 0 ? (
            "Free"
          ) : (
            <Money paise={cart.shippingPaise} />
          )}
        </dd>
        <dt className="border-t border-line pt-3 text-title font-semibold">Total</dt>
        <dd className="border-t border-line pt-2 text-right text-h3 font-semibold tracking-tight">
          {from}
          <Money paise={cart.totalPaise} />
        </dd>
      </dl>
      <p className="text-small text-quiet">Inclusive of all taxes</p>
      {cart.upTo && <PinForm />}
      <p role="status" className={`figures mt-2 ${promise.isForPin ? "font-semibold" : ""}`}>
        {promise.words}
      </p>
      {cart.savedPaise > 0 && (
        <p className="figures mt-1 font-semibold text-marigold-text">
          You save <Money paise={cart.savedPaise} />
        </p>
      )}
      {cart.freeShippingShortPaise !== null && (
        <p className="figures mt-3 bg-marigold-wash px-3 py-2 text-small text-on-wash">
          Add books for <Money paise={cart.freeShippingShortPaise} /> more and delivery is free.
        </p>
      )}
      <div ref={failure}>
        {payment.state === "failed" && payment.errors === undefined && (
          <PaymentFailure message={payment.message} stage={payment.stage} />
        )}
      </div>
      {wait && (
        <Banner variant="note" className="mt-5">
          {wait}
        </Banner>
      )}
      <div className="foot-bar">
        {/* Repeats two lines of the summary, so that they stay in view in the foot bar. */}
        <p aria-hidden="true" className="foot-bar-words figures text-small roomy:hidden">
          {promise.shortWords}
        </p>
        <dl aria-hidden="true" className="foot-bar-price figures flex roomy:hidden">
          <dt className="text-title font-semibold">{onlineSavingPaise > 0 ? "Online" : "Total"}</dt>
          <dd className="text-h3 font-semibold tracking-tight">
            {from}
            <Money paise={cart.totalPaise - onlineSavingPaise} />
          </dd>
        </dl>
        <div className="foot-bar-button roomy:mt-4">
          <Button
            ref={payButton}
            form={deliveryFormId}
            size="large"
            disabled={isProcessing || isBusy || isBlocked || wait !== null}
            className="w-full px-4! max-w-70 roomy:max-w-none"
          >
            {isProcessing ? "Processing..." : wait ? "Closed for now" : `Pay with ${provider}`}
          </Button>
        </div>
      </div>
      {onlineSavingPaise > 0 && (
        <p className="figures mt-3 bg-marigold-wash px-3 py-2 text-small text-on-wash">
          Pay online and pay <Money paise={onlineSavingPaise} /> less: {cart.upTo && <span>from </span>}
          <Money paise={cart.totalPaise - onlineSavingPaise} />.
        </p>
      )}
      <p className="mt-3 text-small text-quiet">
        <span className="block font-semibold text-ink">{methods}</span>
        <span className="block">
          {isStandIn ? "Test shop: use a test card or any UPI ID." : `In ${provider}’s own window.`}
        </span>
      </p>
      {isOnDeliveryOffered && !promise.isOnDeliveryThere && (
        <p className="mt-4 text-small text-quiet">Orders to this PIN code cannot be paid on delivery.</p>
      )}
      {isOnDeliveryOffered && promise.isOnDeliveryThere && (
        <>
          <Button
            form={deliveryFormId}
            name="payBy"
            value="delivery"
            variant="outline"
            disabled={isProcessing || isBusy || isBlocked || wait !== null}
            className="mt-4 w-full"
          >
            {isCollection ? "Pay when you collect" : "Pay on delivery"}
          </Button>
          <p className="mt-2 text-small text-quiet">
            {cart.upTo ? (
              <span>You pay</span>
            ) : (
              <span>
                You pay <Money paise={cart.totalPaise - (cart.totalPaise % 100)} />
              </span>
            )}{" "}
            <span>
              {isCollection ? "at the shop, in cash, by UPI or by card." : "when the parcel comes, without a fee."}
            </span>{" "}
            <span>
              {isCodeOffered
                ? "First you confirm the order by e-mail or by a code."
                : "First you confirm the order by e-mail."}
            </span>
          </p>
        </>
      )}
      <p className="mt-2 text-small">
        <Link to={href("/returns")} className="link block w-fit py-1">
          {returnDays}-day returns
        </Link>
      </p>
      <p role="status" className="min-h-6 text-small text-quiet">
        {payment.state === "processing" && payment.heldUntil
          ? `Held for you until ${timeOfDay(payment.heldUntil)}`
          : ""}
      </p>
      <noscript>
        <p className="text-small text-quiet">
          {`Paying needs JavaScript, because the card form is ${provider}’s own. Your cart is saved; turn JavaScript on for this page to pay.`}
        </p>
      </noscript>
      <form method="post" action={href("/cart/lines")} onSubmit={submit} className="mt-2">
        <input type="hidden" name="intent" value="clear" />
        <Button variant="quiet" disabled={isProcessing || isBusy} className="w-full">
          Clear Cart
        </Button>
      </form>
    </section>
  );
}

/** Fees between a least and a most, such as `₹40.00 – ₹80.00`. */
function nameFees(leastPaise: number, mostPaise: number): string {
  const most = formatPaise(mostPaise);
  if (leastPaise === mostPaise) return most;
  return leastPaise === 0 ? `up to ${most}` : `${formatPaise(leastPaise)} – ${most}`;
}

/** Says that delivery depends on the PIN code, and asks for it where no script reads it from the delivery details. */
function PinForm() {
  return (
    <>
      <p className="mt-2 text-small">Delivery depends on your PIN code. With it you see the exact total.</p>
      <noscript>
        <form action={href("/cart")} className="mt-2 flex items-end gap-3">
          <TextField label="PIN code" id="total-pin" name="pin" inputMode="numeric" required />
          <Button variant="outline">Show the total</Button>
        </form>
      </noscript>
    </>
  );
}

/**
 * Why the payment failed, and what happens to money that the bank took. Only a declined payment is followed by the
 * advice to try again, because after other failures the reader may have paid.
 */
function PaymentFailure({ message, stage }: { message: string; stage: FailedStage }) {
  const isDeclined = stage === "declined";
  return (
    <Banner variant="error" className="mt-5">
      <p>{message}</p>
      {(isDeclined || stage === "opened") && (
        // Some messages of the provider promise a refund too, but in fewer days.
        <p className="mt-1 text-small text-quiet">
          {`If your bank took the money, we confirm the order or refund you within ${maxRefundDays} working days at the latest.`}
        </p>
      )}
      {isDeclined && <p className="mt-2 font-semibold">Your cart is kept. Try again, or choose another way to pay.</p>}
    </Banner>
  );
}
