/** /cart: the lines of the cart, the delivery form, the order summary and the payment. */
import { useEffect, type SubmitEvent } from "react";
import { data, Link, useRevalidator } from "react-router";

import { rememberCartBooks } from "#app/client/cart/cart-books.ts";
import { EmptyState } from "#app/components/empty-state.tsx";
import { describeWait } from "#app/content/opening-words.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { cspContext, lookPreviewContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { readPlateCookie } from "#app/session/plate-cookie.server.ts";
import { takeFlash } from "#app/http/flash-cookie.server.ts";
import { href } from "#routing/href.ts";
import { listAddresses } from "#shop/people/readers/addresses.server.ts";
import { cartOfBooks, findCart } from "#shop/sales/cart/cart.server.ts";
import { noDeliveryFee } from "#shop/sales/cart/collection.ts";
import { findBooksToShow } from "#shop/office/settings/look-preview.server.ts";
import { findClosure } from "#shop/kernel/regions/opening.ts";
import { readParcelBooks } from "#shop/catalogue/books/parcel.server.ts";
import { findRemovedLines } from "#shop/sales/cart/removed-lines.server.ts";
import { readPinService } from "#shop/sales/carriers/pin-service.server.ts";
import { computeOnlineSaving } from "#shop/sales/pricing/online-saving.ts";
import { acceptsPin, termsOf } from "#shop/sales/orders/placing/on-delivery-terms.server.ts";
import { chooseProvider } from "#shop/sales/orders/placing/choose-provider.ts";
import { nameMethods } from "#shop/sales/payments/provider-names.ts";
import { findLastOrder } from "#shop/sales/orders/find-order.server.ts";
import { fieldsOfChoice } from "#shop/sales/orders/plates/plate-words.ts";
import { Banner } from "#ui/banner.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { cartNotes } from "./cart-notes.ts";
import { CartSuggestions } from "./cart-suggestions.tsx";
import { BusinessDetails } from "./delivery/business-details.tsx";
import { BookplateRow, readOpenPlateForm } from "./bookplate-row.tsx";
import { CartLines, describeRemoved, RemovalAnnouncement, UndoForm } from "./cart-lines.tsx";
import { CollectionChoice } from "./delivery/collection-choice.tsx";
import { describePromise } from "./delivery/describe-promise.ts";
import { describePhoneUse } from "./delivery/phone-hint.server.ts";
import { offerCollection } from "./delivery/offer-collection.ts";
import { DeliveryDetails, deliveryFormId } from "./delivery/delivery-form.tsx";
import { findCartSuggestions } from "./find-cart-suggestions.server.ts";
import { useFocusAfterRemoval, wayOnId } from "./use-focus-after-removal.ts";
import { chooseAddress, prefillDelivery, readTypedPin, type DeliveryPrefill } from "./delivery/delivery-prefill.ts";
import { ForgetDevice } from "./delivery/forget-device.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { loadPaymentSuccess, PaymentSuccess } from "./paying/load-payment-success.ts";
import { useDeliveryPromise } from "./delivery/use-delivery-promise.ts";
import { usePayment } from "#app/client/paying/use-payment.ts";
import { widgetHosts } from "#app/session/paying/widget-hosts.server.ts";
import type { Route } from "./+types/route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, settings, paymentProviders, now } = services;
  const provider = chooseProvider(paymentProviders);
  context.set(cspContext, widgetHosts(provider));
  const { cart: owner, reader } = context.get(visitorContext);
  const query = new URL(request.url).searchParams;
  const isCollection = settings.collection !== null && query.get("collect") === "yes";
  const shipping = isCollection ? noDeliveryFee : settings;
  const [removedLines, lastOrder, addresses] = await Promise.all([
    owner ? findRemovedLines({ db, now }, owner) : null,
    owner ? findLastOrder({ db, now }, owner) : null,
    reader ? listAddresses(db, reader.id) : [],
  ]);
  const headers = new Headers();
  const noted = takeFlash(headers, request, "cart") ?? "";
  const flash =
    noted === "no-script"
      ? `Paying needs JavaScript, because the card form is ${provider.name}’s own. Your cart is saved.`
      : (cartNotes.get(noted) ?? null);
  const typedPin = readTypedPin(query.get("pin"));
  const known: DeliveryPrefill = {
    typedPin,
    phoneHint: reader ? null : describePhoneUse(services, isCollection),
    lastOrder: lastOrder && (reader || lastOrder.isRecent) ? lastOrder.delivery : null,
    business: lastOrder && (reader || lastOrder.isRecent) ? lastOrder.business : null,
    account: reader && {
      name: reader.name,
      email: reader.email,
      phone: reader.phone,
      addresses,
      chosenId: chooseAddress(addresses, query.get("address")),
      isChanging: query.get("address") === "choose",
    },
  };
  const paid = lastOrder?.isFresh ? lastOrder.number : null;
  // Empty after an order that was collected.
  const pin = typedPin ?? (prefillDelivery(known, known.account?.chosenId ?? null)?.pin || null);
  const cart = context.get(lookPreviewContext)
    ? await cartOfBooks({ db, now }, await findBooksToShow(db), shipping)
    : await findCart({ db, now }, owner, shipping, pin);
  const begin = cart.count === 0 ? await findCartSuggestions({ db, now }, reader?.id ?? null) : null;
  const { publishedOn } = await readParcelBooks(
    db,
    cart.lines.map(({ book }) => book.id),
    settings.usualGrams,
  );
  const carrierDays = pin === null ? null : ((await readPinService(services, pin))?.days ?? null);
  const parcel = { pin, now: now(), publishedOn, carrierDays };
  const fee = { leastPaise: cart.shippingPaise, mostPaise: (cart.upTo ?? cart).shippingPaise };
  const isOnDeliveryThere = isCollection || pin === null || (await acceptsPin(db, services, pin));
  const said = describePromise(settings.policies.delivery, parcel, isCollection ? "collected" : fee);
  const promise = { ...said, isOnDeliveryThere };
  const closure = findClosure(settings.opening, now());
  const wait = closure && !closure.takesOrders ? describeWait(closure) : null;
  const canForget = reader === null && lastOrder !== null;
  const payingBy = {
    provider: provider.name,
    methods: nameMethods(provider.id),
    isStandIn: provider.keys === "stand-in",
  };
  const terms = termsOf(settings, isCollection);
  const isOnDeliveryOffered =
    terms !== null && (cart.upTo ?? cart).totalPaise >= terms.leastPaise && cart.totalPaise < terms.mostPaise + 100;
  const onlineSavingPaise = computeOnlineSaving(terms?.onlineSaving ?? null, cart.totalPaise - cart.shippingPaise);
  return data(
    {
      onlineSavingPaise,
      isOnDeliveryOffered,
      collection: offerCollection(settings, { isChosen: isCollection, totalPaise: cart.totalPaise }),
      plates: readPlateCookie(request),
      cart,
      removedLines,
      begin,
      promise,
      returnDays: settings.policies.returnDays,
      payingBy,
      wait,
      paid,
      known,
      canForget,
      flash,
    },
    { headers },
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    pageTitle(matches, "Cart"),
    { name: "description", content: "The books in your cart, what they cost, and when they reach you." },
    { name: "robots", content: "noindex" },
  ];
}

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { removedLines, begin, returnDays, payingBy, paid, known, canForget, flash } = loaderData;
  const { payment, pay } = usePayment();
  const { revalidate } = useRevalidator();
  const isRefused = payment.state === "failed" && payment.stage === "refused" && !payment.errors;
  useEffect(() => {
    // The cart has changed since it was shown, such as by a sold-out book or an expired code.
    if (isRefused) void revalidate();
  }, [isRefused, revalidate]);
  const { collection } = loaderData;
  const isCollection = collection?.isChosen ?? false;
  const { promise: delivered, totals, setPin } = useDeliveryPromise(loaderData.promise, loaderData.cart);
  const promise = isCollection ? loaderData.promise : delivered;
  const { lines } = loaderData.cart;
  const cart = isCollection ? loaderData.cart : { ...loaderData.cart, ...totals };
  useEffect(() => {
    rememberCartBooks(Object.fromEntries(lines.map(({ book, quantity }) => [book.id, quantity])));
  }, [lines]);
  useFocusAfterRemoval(cart.lines.map(({ book }) => book.id));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void loadPaymentSuccess();
    // The pressed button says how the order is paid.
    const delivery = new FormData(event.currentTarget, event.nativeEvent.submitter);
    // The plate is drawn as it is typed, so the order gets these words also without a press on Save.
    const plates = readOpenPlateForm();
    if (plates !== undefined) delivery.set("bookplates", JSON.stringify(fieldsOfChoice(plates)));
    void pay(delivery);
  }

  if (payment.state === "success") {
    return <PaymentSuccess {...payment} />;
  }
  if (cart.lines.length === 0) {
    return (
      <div className="page pt-8 lg:pt-12">
        <RemovalAnnouncement removedLines={removedLines} />
        <EmptyState title="Your cart is empty" heading="h1">
          {removedLines && (
            <div className="mb-2">
              <span className="break-words">{describeRemoved(removedLines)}</span> <UndoForm isLocked={false} />
            </div>
          )}
          {flash && <p role="status">{flash}</p>}
          {paid && (
            <p>
              Your order{" "}
              <Link
                to={href("/orders/:orderNumber", { orderNumber: paid })}
                translate="no"
                className="link figures whitespace-nowrap"
              >
                {paid}
              </Link>{" "}
              is paid. Thank you!
            </p>
          )}
          <p className="mt-5">
            <ButtonLink id={wayOnId} to={href("/")} reloadDocument size="large">
              Continue Shopping
            </ButtonLink>
          </p>
          {canForget && <ForgetDevice />}
        </EmptyState>
        {begin && <CartSuggestions {...begin} />}
      </div>
    );
  }
  const isProcessing = payment.state === "processing";
  const errors = (payment.state === "failed" && payment.errors) || noErrors;
  const firstBook = cart.lines[0]?.book;
  return (
    <>
      <RemovalAnnouncement removedLines={removedLines} />
      <div className="page py-10 sm:py-14">
        <h1 className="text-h1">Your cart</h1>
        {flash && (
          <Banner variant="note" className="mt-6">
            {flash}
          </Banner>
        )}
        <div className="mt-8 grid gap-12 lg:grid-cols-[1fr_22rem] lg:items-start xl:gap-16">
          <div className="min-w-0">
            <CartLines
              lines={cart.lines}
              discounts={cart.discounts}
              removedLines={removedLines}
              isLocked={isProcessing}
            />
            {firstBook && <BookplateRow book={firstBook} choice={loaderData.plates} isLocked={isProcessing} />}
            <form
              id={deliveryFormId}
              method="post"
              action={href("/checkout")}
              onSubmit={submit}
              noValidate
              className="mt-12"
            >
              <input type="hidden" name="shownCode" value={cart.code?.trouble === null ? cart.code.code : ""} />
              <input type="hidden" name="shownTotal" value={cart.upTo ? 0 : cart.totalPaise} />
              {collection && <CollectionChoice {...collection} />}
              <DeliveryDetails
                known={known}
                errors={errors}
                town={delivered.town ?? null}
                collection={collection}
                onPin={setPin}
              />
              <BusinessDetails known={known.business} errors={errors} />
            </form>
            {canForget && <ForgetDevice />}
          </div>
          <div className="lg:sticky lg:top-6">
            <OrderSummary
              cart={cart}
              promise={promise}
              payment={payment}
              returnDays={returnDays}
              isOnDeliveryOffered={loaderData.isOnDeliveryOffered}
              isCodeOffered={known.phoneHint !== null}
              onlineSavingPaise={loaderData.onlineSavingPaise}
              isCollection={isCollection}
              wait={loaderData.wait}
              {...payingBy}
              isBlocked={cart.lines.some((line) => line.maxQuantity < line.quantity)}
            />
          </div>
        </div>
      </div>
    </>
  );
}

const noErrors = {};
