import { redirect, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { isCarrierError } from "#shop/sales/carriers/carrier.ts";
import { findOpenBooking } from "#shop/sales/carriers/parcel-bookings.server.ts";
import { findLabel } from "#shop/sales/carriers/place-booking.server.ts";

/** Leads to the carrier's own label of a booked parcel, a PDF at the carrier. The caller has checked the permission. */
export async function openCarrierLabel(args: LoaderFunctionArgs, number: string): Promise<Response> {
  const services = args.context.get(servicesContext);
  const booking = await findOpenBooking(services.db, number);
  const back = (words: string) => redirectWithFlash(args.request, deskHref("/parcels/:number", { number }), words);
  if (!booking) return back("This parcel is not booked.");
  try {
    const label = await findLabel(services, booking.id);
    // Labels contain names and addresses, so they are written to the audit log.
    const words = `Printed the carrier’s label of order ${number}.`;
    await requireStaff(args, {
      needs: "parcels",
      entry: { action: "parcels.print", words, subject: `order ${number}` },
    });
    return redirect(label, 303);
  } catch (error) {
    if (isCarrierError(error)) return back(error.message);
    throw error;
  }
}
