/** POST /checkout, the pay button: places the order, creates the payment and returns the widget's options. */
import { redirect } from "react-router";

import { describeWait } from "#app/content/opening-words.ts";
import { openingSoonContext, rateLimiterContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { setCartCookies } from "#app/session/cart-cookie.server.ts";
import { parsePlateChoice, readPlateCookie, setPlateCookie } from "#app/session/plate-cookie.server.ts";
import { href } from "#routing/href.ts";
import { saveAddress } from "#shop/people/readers/addresses.server.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { countCart } from "#shop/sales/cart/cart.server.ts";
import type { Services } from "#shop/services.ts";
import { findClosure } from "#shop/kernel/regions/opening.ts";
import { parseCollector, parseDelivery } from "#shop/kernel/forms/delivery.server.ts";
import { readBusiness } from "#shop/sales/documents/read-business.server.ts";
import { wordsForOrder, type PlateChoice } from "#shop/sales/orders/plates/plate-words.ts";
import {
  placeOnDelivery,
  placeOrder,
  type PlacedOnDelivery,
  type PlacedOrder,
} from "#shop/sales/orders/placing/place-order.server.ts";
import type { CheckoutAnswer } from "#app/client/paying/checkout-answer.ts";
import { isReadersOwn } from "#shop/sales/pricing/promotion-messages.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { noProvider, openWidget } from "#app/session/paying/open-widget.server.ts";
import type { Route } from "./+types/route";

export function loader() {
  return redirect(href("/cart"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const isOnDelivery = form.get("payBy") === "delivery";
  const isCollection = form.get("collect") === "yes";
  const hasScripts = context.get(visitorContext).requested.isScript;
  // Without JavaScript the widget cannot run; the cart page explains that.
  const collect = isCollection ? "yes" : null;
  if (!hasScripts && !isOnDelivery) return backToCart(request, "no-script", { collect });
  const { body, status, headers, pin } = await checkOut(request, context, form, { isOnDelivery, isCollection });
  if (hasScripts) return Response.json(body, { status, headers });
  if (body.ok && "orderPage" in body) return redirect(body.orderPage, { status: 303, headers });
  if (pin !== undefined) return backToCart(request, "other-total", { collect, pin });
  return backToCart(request, status === 422 ? "details" : "not-placed", { collect });
}

interface Answer {
  body: CheckoutAnswer;
  status: number;
  headers: HeadersInit;
  /** The PIN code with which the total is not the one that the page showed; null for an order that is collected. */
  pin?: string | null;
}

async function checkOut(
  request: Request,
  context: Route.ActionArgs["context"],
  form: FormData,
  { isOnDelivery, isCollection }: { isOnDelivery: boolean; isCollection: boolean },
): Promise<Answer> {
  const services = context.get(servicesContext);
  const { settings } = services;
  const { cart, reader } = context.get(visitorContext);
  const closure = findClosure(settings.opening, services.now());
  if (closure && !closure.takesOrders) return refuse(describeWait(closure));
  if (context.get(openingSoonContext)) return refuse("The shop is not open yet. Your cart keeps its books.");
  // Only an owner sees the shop at this time.
  if (!isOnDelivery && settings.missingServices.includes("payments"))
    return refuse("Payments are not set up yet: enter Razorpay’s keys at the desk, under Go live.");
  // The cart shows the fields of an address only if the bill needs one.
  const hasAddress = !isCollection || form.get("withAddress") === "yes";
  const parsed = hasAddress ? parseDelivery(form) : parseCollector(form, settings.seller.stateCode);
  if (!parsed.ok) {
    const body = { ok: false, message: "Some delivery details are missing.", errors: parsed.errors } as const;
    return { body, status: 422, headers: {} };
  }
  const { delivery } = parsed;
  const business = readBusiness(form, delivery.stateCode);
  if (!business.ok) {
    const body = {
      ok: false,
      message: "Something is wrong in the details for the bill.",
      errors: business.errors,
    } as const;
    return { body, status: 422, headers: {} };
  }
  const rateLimiter = context.get(rateLimiterContext);
  const seconds = rateLimiter.consume("checkout");
  if (seconds > 0) return { ...refuse(waitMessage(seconds), 429), headers: { "retry-after": String(seconds) } };
  const bookplate = wordsForOrder(readPlates(request, form), delivery.name);
  if (!cart) return refuse(refusal({ ok: false, reason: "empty-cart" }));
  const wanted = { ...delivery, bookplate, business: business.fields, isCollection };
  const shown = [readShownCode(form), readShownTotal(form)] as const;
  const asked = [services, cart, wanted, rateLimiter.network, ...shown] as const;
  const placed = isOnDelivery ? await placeOnDelivery(...asked) : await placeOrder(...asked);
  if (!placed.ok && placed.reason === "other-total") return { ...refuse(refusal(placed)), pin: placed.pin };
  if (!placed.ok) return refuse(refusal(placed, isCollection), placed.reason === "payments-unavailable" ? 503 : 409);
  if (reader && !isCollection && form.get("saveAddress") === "on") await saveAddress(services.db, reader.id, delivery);
  if (!("order" in placed)) return leadToOrder(services, cart, placed.number, request);
  const opened = await openWidget(services, placed.order, delivery, request.headers.get("user-agent"));
  return opened ? { body: opened, status: 200, headers: {} } : refuse(noProvider, 503);
}

/** Empties the cart's count and its bookplates, and leads to the page of the order. */
async function leadToOrder({ db }: Services, cart: CartOwner, orderNumber: string, request: Request): Promise<Answer> {
  const headers = new Headers();
  setCartCookies(headers, request.url, cart, await countCart(db, cart));
  setPlateCookie(headers, request.url, null);
  setFlash(headers, request.url, orderNumber, "placed");
  return { body: { ok: true, orderPage: href("/orders/:orderNumber", { orderNumber }) }, status: 200, headers };
}

/** Leads to the cart page with a message. */
function backToCart(request: Request, message: string, query: { collect: string | null; pin?: string | null }) {
  const headers = new Headers();
  setFlash(headers, request.url, "cart", message);
  return redirect(href("/cart", query), { status: 303, headers });
}

function refuse(message: string, status = 409): Answer {
  return { body: { ok: false, message }, status, headers: {} };
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

/** The total that the page showed, 0 if it showed only the least; null if the form lacks the field. */
function readShownTotal(form: FormData): number | null {
  const total = form.get("shownTotal");
  return typeof total === "string" ? Number(/^\d{1,12}$/.exec(total)?.[0] ?? 0) : null;
}

type Unplaced = Extract<PlacedOrder | PlacedOnDelivery, { ok: false }>;

function refusal(placed: Unplaced, isCollection = false): string {
  const when = isCollection ? "when you collect it" : "on delivery";
  switch (placed.reason) {
    case "empty-cart":
      return "Your cart is empty.";
    case "too-little":
      return `The total of an order must be at least ${formatPaise(placed.leastPaise)}.`;
    case "payments-unavailable":
      return noProvider;
    case "code":
      return [
        placed.trouble.words,
        isReadersOwn(placed.trouble) ? "It is no longer in your cart." : "",
        "Look at the new total and press the button again.",
      ]
        .filter(Boolean)
        .join(" ");
    case "other-total":
      return `${nameTotal(placed)} Look at it, and press the button again.`;
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
    case "not-offered":
      return `This order cannot be paid ${when}. Please pay online.`;
    case "sum":
      return `Orders from ${formatPaise(placed.leastPaise)} to ${formatPaise(placed.mostPaise)} can be paid ${isCollection ? "when you collect them" : when}. Please pay online.`;
    case "pin":
      return "Orders to this PIN code cannot be paid on delivery. Please pay online.";
    case "open-orders":
      return `There ${placed.most === 1 ? "is" : "are"} already ${formatCount(placed.most, "order")} for this phone number that ${placed.most === 1 ? "is" : "are"} not paid yet. Please pay this one online.`;
    case "many-unconfirmed":
      return "Several orders wait to be confirmed already. Please confirm them by the link in their e-mails, or pay this one online.";
    case "refused-before":
      return "Earlier parcels to this phone number came back, or orders were not collected, so please pay this order online.";
    case "no-collection":
      return "Orders cannot be collected at the shop at the moment. Please choose delivery.";
    case "address-needed":
      return "The bill of an order of this sum must have your address. Please enter it, and press the button again.";
    case "sold-out":
      return `There are not enough copies left of ${placed.titles.join(", ")}. Please change your cart.`;
  }
}

function nameTotal({ pin, shippingPaise, totalPaise }: Extract<Unplaced, { reason: "other-total" }>): string {
  const total = formatPaise(totalPaise);
  if (pin === null) return `The total is ${total}.`;
  const delivery = shippingPaise === 0 ? "free delivery" : `delivery for ${formatPaise(shippingPaise)}`;
  return `With ${delivery} to ${pin} the total is ${total}.`;
}

function waitMessage(seconds: number): string {
  return `There were too many attempts in a short time. Please wait ${formatCount(seconds, "second")} and press the button again.`;
}
