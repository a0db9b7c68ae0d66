/** POST /checkout, the pay button: places the order, creates the payment and returns the widget's options. */
import { redirect } from "react-router";

import { describeWait } from "#app/content/opening-words.ts";
import { openingSoonContext, rateLimiterContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { parsePlateChoice, readPlateCookie } from "#app/session/plate-cookie.server.ts";
import { href } from "#routing/href.ts";
import { saveAddress } from "#shop/people/readers/addresses.server.ts";
import { cannotHearWidget } from "#shop/people/readers/device.ts";
import { paymentWindowSeconds } from "#shop/sales/orders/placing/payment-time.ts";
import { providerOf, type WidgetOrder } from "#shop/sales/payments/payment-provider.ts";
import type { WidgetOpening } from "#shop/sales/payments/payment-widget.ts";
import { findClosure } from "#shop/kernel/regions/opening.ts";
import { parseDelivery } from "#shop/kernel/forms/delivery.server.ts";
import { wordsForOrder, type PlateChoice } from "#shop/sales/orders/plates/plate-words.ts";
import { placeOrder, type PlacedOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import type { CheckoutAnswer } from "#app/client/cart/checkout-answer.ts";
import { isReadersOwn } from "#shop/sales/pricing/promotion-messages.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { Route } from "./+types/route";

export function loader() {
  return redirect(href("/cart"));
}

export async function action({ request, context }: Route.ActionArgs) {
  // Without JavaScript the widget cannot run; the cart page explains that.
  if (!request.headers.get("accept")?.includes("application/json")) {
    const headers = new Headers();
    setFlash(headers, request.url, "cart", "no-script");
    return redirect(href("/cart"), { status: 303, headers });
  }
  const services = context.get(servicesContext);
  const { cart, reader } = context.get(visitorContext);
  const closure = findClosure(services.settings.opening, services.now());
  if (closure && !closure.takesOrders) return answer({ ok: false, message: describeWait(closure) }, 409);
  if (context.get(openingSoonContext))
    return answer({ ok: false, message: "The shop is not open yet. Your cart keeps its books." }, 409);
  // Only an owner sees the shop at this time.
  if (services.settings.missingServices.includes("payments"))
    return answer(
      { ok: false, message: "Payments are not set up yet: enter Razorpay’s keys at the desk, under Go live." },
      409,
    );
  const form = await request.formData();
  const parsed = parseDelivery(form);
  if (!parsed.ok) {
    return answer({ ok: false, message: "Some delivery details are missing.", errors: parsed.errors }, 422);
  }
  const { delivery } = parsed;
  const rateLimiter = context.get(rateLimiterContext);
  const seconds = rateLimiter.consume("checkout");
  if (seconds > 0) return answer({ ok: false, message: waitMessage(seconds) }, 429, { "retry-after": String(seconds) });
  const bookplate = wordsForOrder(readPlates(request, form), delivery.name);
  const placed: PlacedOrder = cart
    ? await placeOrder(services, cart, { ...delivery, bookplate }, rateLimiter.network, readShownCode(form))
    : { ok: false, reason: "empty-cart" };
  if (!placed.ok)
    return answer({ ok: false, message: refusal(placed) }, placed.reason === "payments-unavailable" ? 503 : 409);

  if (reader && form.get("saveAddress") === "on") await saveAddress(services.db, reader.id, delivery);
  const { settings, paymentProviders } = services;
  const { order } = placed;
  const widgetOrder: WidgetOrder = {
    ...order,
    reader: delivery,
    shopName: settings.name,
    publicUrl: settings.publicUrl,
    timeoutSeconds: paymentWindowSeconds(settings.reservationMinutes),
    returnUrl: cannotHearWidget(request.headers.get("user-agent") ?? "")
      ? settings.publicUrl + href("/payments/return")
      : null,
  };
  let opening: WidgetOpening;
  try {
    opening = await providerOf(paymentProviders, order.provider).describeWidget(widgetOrder);
  } catch (error) {
    console.error(`The payment window for order ${order.number} could not be opened`, error);
    return answer({ ok: false, message: refusal({ ok: false, reason: "payments-unavailable" }) }, 503);
  }
  return answer({
    ok: true,
    orderNumber: order.number,
    heldUntil: order.reservedUntil.toISOString(),
    ...opening,
  });
}

/** The bookplates as the cart showed them: those of its form if it was open, else those that the browser keeps. */
function readPlates(request: Request, form: FormData): PlateChoice {
  const typed = form.get("bookplates");
  return typeof typed === "string" ? parsePlateChoice(typed) : readPlateCookie(request);
}

/** The promotion code whose discount the page showed, empty for no discount; null if the form lacks the field. */
function readShownCode(form: FormData): string | null {
  const code = form.get("shownCode");
  return typeof code === "string" ? code : null;
}

function refusal(placed: Extract<PlacedOrder, { ok: false }>): string {
  switch (placed.reason) {
    case "empty-cart":
      return "Your cart is empty.";
    case "too-little":
      return `The total of an order must be at least ${formatPaise(placed.leastPaise)}.`;
    case "payments-unavailable":
      return "The payment service is not responding. Please try again in a minute.";
    case "code":
      return [
        placed.trouble.words,
        isReadersOwn(placed.trouble) ? "It is no longer in your cart." : "",
        "Look at the new total and press the button again.",
      ]
        .filter(Boolean)
        .join(" ");
    case "enough-orders":
      return placed.isGuest
        ? "There are many unpaid orders from your internet connection right now. Please sign in and press the button again, or try again in half an hour."
        : "You have several unpaid orders already. Please pay one of them, or try again in half an hour.";
    case "enough-copies":
      return placed.isGuest
        ? "Unpaid orders from your internet connection already reserve many books. Please sign in and press the button again, or order fewer copies."
        : "Your unpaid orders already reserve many books. Please pay one of them, or order fewer copies.";
    case "large-order":
      return "This order has more copies than we can accept online. Please order fewer copies, or write to us about a large order.";
    case "network-full":
      return "There are too many unpaid orders from your internet connection right now. Please try again in half an hour, or use another connection.";
    case "enough-of-title":
      return `To leave some for other readers, we reserve only a part of the last copies of ${placed.titles.join(", ")} for unpaid orders. Please order fewer copies, or try again in half an hour.`;
    case "sold-out":
      return `There are not enough copies left of ${placed.titles.join(", ")}. Please change your cart.`;
  }
}

function waitMessage(seconds: number): string {
  return `There were too many attempts in a short time. Please wait ${formatCount(seconds, "second")} and press the button again.`;
}

function answer(body: CheckoutAnswer, status = 200, headers: Record<string, string> = {}) {
  return Response.json(body, { status, headers });
}
