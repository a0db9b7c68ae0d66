/** The desk's list of parcels that are booked with a carrier: those to look at, then those that wait for a pickup. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { dismissNews } from "#desk/pages/book-parcel/actions.server.ts";
import { describeBooking, describeNews } from "#desk/pages/book-parcel/describe-booking.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { listBookings, type ListedBooking } from "#shop/sales/carriers/list-bookings.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { Button } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "parcels" });
  const { db, now } = args.context.get(servicesContext);
  return { bookings: await listBookings(db, now()), maySeeOrders: may(staff.role, "orders") };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [dismissNews], () =>
    redirectWithFlash(args.request, deskHref("/parcels/booked"), "Dismissed. Later news of this parcel appear again."),
  );
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Booked parcels" }];

export default function Booked({ loaderData, actionData }: Route.ComponentProps) {
  const { bookings, maySeeOrders } = loaderData;
  const toLookAt = bookings.filter(({ needsLook }) => needsLook);
  const waiting = bookings.filter(({ needsLook }) => !needsLook);
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/parcels")}>Parcels</BackLink>
      <h1 className="text-h3">Booked parcels</h1>
      <ActionBanner trouble={actionData ?? null} />
      <section aria-labelledby="look">
        <h2 id="look" className="mt-4 text-title">
          To look at
        </h2>
        {toLookAt.length === 0 && <p className="mt-2">Nothing: carriers report no problem.</p>}
        <Bookings bookings={toLookAt} maySeeOrders={maySeeOrders} />
      </section>
      <section aria-labelledby="waiting">
        <h2 id="waiting" className="mt-6 text-title">
          Waiting for the pickup
        </h2>
        {waiting.length === 0 && <p className="mt-2">No booked parcel waits for its pickup.</p>}
        <Bookings bookings={waiting} maySeeOrders={maySeeOrders} />
      </section>
    </div>
  );
}

function Bookings({ bookings, maySeeOrders }: { bookings: ListedBooking[]; maySeeOrders: boolean }) {
  if (bookings.length === 0) return null;
  return (
    <ul className="mt-2 border-t border-line">
      {bookings.map((booking) => (
        <li key={booking.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
          <Link className="link inline-flex min-h-11 items-center" to={placeOf(booking, maySeeOrders)}>
            <Figure>{booking.number}</Figure>
          </Link>
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
            {booking.name}, {booking.city}
            {booking.state === "booked" && booking.news !== "booked" && (
              <span className={`block ${booking.needsLook ? "font-semibold" : ""}`}>{describeNews(booking)}</span>
            )}
            <span className="block text-small text-quiet">
              {describeBooking(booking)} Since <time dateTime={booking.since}>{shortMoment(booking.since)}</time>.
            </span>
          </span>
          {booking.needsLook && booking.state === "booked" && (
            <Form method="post">
              <input type="hidden" name="order" value={booking.number} />
              <input type="hidden" name="booking" value={booking.id} />
              <Button variant="quiet" name="intent" value="parcels.dismiss-news">
                Dismiss<span className="sr-only"> the news of {booking.number}</span>
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Where something can be done about a parcel: before it left on the page Pack, then on that of the order. */
function placeOf({ number, news }: ListedBooking, maySeeOrders: boolean): string {
  return news === "booked" || !maySeeOrders
    ? deskHref("/parcels/:number", { number })
    : deskHref("/orders/:number", { number });
}
