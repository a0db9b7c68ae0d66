import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { Booking } from "#shop/sales/carriers/parcel-bookings.server.ts";
import { Banner, type BannerVariant } from "#ui/banner.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { describeBooking } from "./describe-booking.ts";

interface BookingBoxProps {
  number: string;
  /** The last booking of this parcel; null for none. */
  booking: Booking | null;
  /** Whether the shop has an account with a carrier. */
  hasCarriers: boolean;
}

/** The booking of a parcel with a carrier: the way to it, or what became of it. */
export function BookingBox({ number, booking, hasCarriers }: BookingBoxProps) {
  const isOver = booking === null || booking.state === "refused" || booking.state === "cancelled";
  if (!hasCarriers && isOver) return null;
  return (
    <section aria-labelledby="carrier">
      <h2 id="carrier" className="text-title">
        Carrier
      </h2>
      {booking && (
        <Banner variant={chooseVariant(booking)} className="mt-3 max-w-measure">
          <p className="wrap-anywhere">{describeBooking(booking)}</p>
          {booking.state === "booked" && !booking.isCancelAsked && (
            <p className="mt-1 text-quiet">
              The carrier’s first scan marks the parcel as sent. You can do that before, when everything is packed.
            </p>
          )}
        </Banner>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {isOver && (
          <ButtonLink variant="outline" to={deskHref("/parcels/:number/book", { number })}>
            Book with a carrier
          </ButtonLink>
        )}
        {booking?.state === "booked" && (
          <a
            className="link inline-flex min-h-11 items-center"
            href={deskHref("/parcels/print/:paper", { paper: "carrier-label", order: number })}
            target="_blank"
            rel="noreferrer"
          >
            Print the carrier’s label
          </a>
        )}
        {booking && !isOver && !booking.isCancelAsked && <BookingForm number={number} booking={booking} />}
      </div>
    </section>
  );
}

function chooseVariant({ state, trouble, isCancelAsked, collectPaise, owedPaise }: Booking): BannerVariant {
  if (state === "refused" || trouble !== "" || (state === "booked" && collectPaise !== owedPaise)) return "error";
  return state === "booked" && !isCancelAsked ? "success" : "note";
}

/** The buttons of a booking that is not over. */
function BookingForm({ number, booking: { id, state, pickup } }: { number: string; booking: Booking }) {
  return (
    <Form method="post" className="flex flex-wrap gap-3">
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="booking" value={id} />
      {state === "unknown" && (
        <Button variant="outline" name="intent" value="parcels.book-again">
          Try again
        </Button>
      )}
      {state === "booked" && pickup === "" && (
        <Button variant="outline" name="intent" value="parcels.ask-pickup">
          Ask for a pickup
        </Button>
      )}
      <Button variant="quiet" name="intent" value="parcels.cancel-booking">
        {state === "booked" ? "Cancel the booking" : "Give it up"}
      </Button>
    </Form>
  );
}
