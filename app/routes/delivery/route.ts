import type { DeliveryAnswer } from "#app/client/storage/delivery-pin.ts";
import { servicesContext, visitorContext } from "#app/http/context.ts";
import { totalsOf } from "#shop/sales/cart/cart.ts";
import { findCart } from "#shop/sales/cart/cart.server.ts";
import { readParcelBooks } from "#shop/catalogue/books/parcel.server.ts";
import { bookId } from "#shop/kernel/forms/book-id.ts";
import { promiseDelivery, formatPromise, formatShortPromise } from "#shop/kernel/regions/delivery-promise.ts";
import { findTown } from "#shop/kernel/regions/town-of-pin.server.ts";
import { describeWrongPin } from "#shop/kernel/regions/delivery-regions.ts";
import { listAddresses } from "#shop/people/readers/addresses.server.ts";
import { readPinService } from "#shop/sales/carriers/pin-service.server.ts";
import { acceptsPin } from "#shop/sales/orders/placing/on-delivery-terms.server.ts";
import { deliverySpan } from "#shop/sales/pricing/delivery-rates.ts";

import type { Route } from "./+types/route";

/**
 * Delivery promise for a PIN code, of one book or of the cart, and the town of the PIN code. Without a PIN code it uses
 * that of the reader's first address.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, settings, now } = services;
  const query = new URL(request.url).searchParams;
  const { cart: owner, reader } = context.get(visitorContext);
  const typed = query.get("pin") ?? "";
  const pin = typed === "" && reader ? ((await listAddresses(db, reader.id))[0]?.pin ?? "") : typed;
  const wrong = describeWrongPin(pin);
  if (wrong) return Response.json({ pin: null, words: wrong } satisfies DeliveryAnswer);
  const book = bookId.safeParse(query.get("book"));
  const cart = book.success ? null : await findCart(services, owner, settings, pin);
  const bookIds = book.success ? [book.data] : (cart?.lines.map((line) => line.book.id) ?? []);
  const { pricePaise, publishedOn, grams } = await readParcelBooks(db, bookIds, settings.usualGrams);
  const carrierDays = (await readPinService(services, pin))?.days ?? null;
  const promise = promiseDelivery(settings.policies.delivery, { pin, now: now(), publishedOn, carrierDays });
  const feePaise = cart ? cart.shippingPaise : deliverySpan(pricePaise, settings, { grams, pin }).leastPaise;
  const answer = {
    pin: promise.pin,
    words: formatPromise(promise, feePaise),
    shortWords: formatShortPromise(promise, feePaise),
    town: promise.pin && findTown(promise.pin),
    isOnDeliveryThere: await acceptsPin(db, services, pin),
    ...(cart && cart.lines.length > 0 && { totals: totalsOf(cart) }),
  };
  return Response.json(answer satisfies DeliveryAnswer);
}
