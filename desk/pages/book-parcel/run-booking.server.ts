import { describeBooking } from "./describe-booking.ts";
import { findBooking, type Booking } from "#shop/sales/carriers/parcel-bookings.server.ts";
import {
  cancelBooking,
  placeBooking,
  requestPickup,
  type BookingServices,
} from "#shop/sales/carriers/place-booking.server.ts";

/** Asks the carrier for what an action has written; returns the booking, and what became of it in words. */
export async function runBooking(
  services: BookingServices,
  name: string,
  id: number,
): Promise<{ booking: Booking; words: string }> {
  if (name === "parcels.book" || name === "parcels.book-again") await placeBooking(services, id);
  if (name === "parcels.cancel-booking") await cancelBooking(services, id);
  if (name === "parcels.ask-pickup") await requestPickup(services, id);
  const booking = await findBooking(services.db, id);
  return { booking, words: describeBooking(booking) };
}
