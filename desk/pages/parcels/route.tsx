/** The desk's list of parcels: parcels to pack with the most urgent first, only the late ones, or those in transit. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Choices } from "#desk/components/forms/choices.tsx";
import { OneLabel } from "#desk/components/papers/one-label.tsx";
import { PrintButtons } from "#desk/components/papers/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { ageOf } from "#desk/pages/today/describe-waiting.ts";
import {
  listParcelsOnTheirWay,
  listParcelsToPack,
  maxParcels,
} from "#shop/office/back-office/parcels/parcels.server.ts";
import { lastDayKept } from "#shop/sales/orders/collection/last-day-kept.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { arrivalOfSent } from "#shop/kernel/regions/delivery-promise.ts";
import { may } from "#shop/people/staff/roles.ts";
import { Button } from "#ui/button.tsx";
import { parcelActions } from "./actions.server.ts";
import { OnTheirWay } from "./on-their-way.tsx";
import { ToPack } from "./to-pack.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "parcels" });
  const services = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  const maySeeOrders = may(staff.role, "orders");
  const shown = shownIn(args.request);
  const hasCarriers = services.carriers.length > 0;
  const hasCollection = services.settings.collection !== null;
  const at = services.now();
  const today = isoDay(at);
  if (shown === "sent") {
    const onTheirWay = (await listParcelsOnTheirWay(services.db)).map(({ pin, ...parcel }) => {
      const arrival = arrivalOfSent(services.settings.policies.delivery, pin, new Date(parcel.shippedAt));
      return { ...parcel, arrivesBy: arrival?.by ?? null };
    });
    return { shown, onTheirWay, today, maySeeOrders, hasCarriers, hasCollection };
  }
  const { parcels, inDanger } = await listParcelsToPack(services);
  return {
    shown,
    hasCarriers,
    hasCollection,
    toPack: parcels
      .filter(({ isInDanger }) => isInDanger || shown !== "late")
      .map((parcel) => ({ ...parcel, age: ageOf(new Date(parcel.confirmedAt).toISOString(), at) })),
    inDanger,
    keepUntil: lastDayKept(services.settings, at),
    today,
    most: maxParcels,
    maySeeOrders,
    isAllChosen: searchParams.has("all"),
    /** The number of the order for which the page shows the form that hands its parcel to the carrier. */
    hand: searchParams.get("hand"),
  };
}

/** The filter of the list. */
type Shown = "to-pack" | "late" | "sent";

function shownIn({ url }: Request): Shown {
  const { searchParams } = new URL(url);
  if (searchParams.get("sent") === "yes") return "sent";
  return searchParams.get("late") === "yes" ? "late" : "to-pack";
}

const addressOf = (shown: Shown) => deskHref("/parcels", shown === "to-pack" ? {} : { [shown]: "yes" });

export function action(args: Route.ActionArgs) {
  const to = addressOf(shownIn(args.request));
  return answerAction(args, parcelActions, (_, answer) => redirectWithFlash(args.request, to, answer));
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Parcels" }];

export default function Parcels({ loaderData, actionData }: Route.ComponentProps) {
  const parcels = loaderData;
  const trouble = actionData ?? null;
  const inDanger = parcels.shown === "sent" ? 0 : parcels.inDanger;
  const choices: [Shown, string][] = [
    ["to-pack", "To pack"],
    ["late", `Late or nearly late${inDanger > 0 ? `: ${inDanger}` : ""}`],
    ["sent", "On their way"],
  ];
  return (
    <div className="desk-page">
      <h1 className="text-h3">Parcels</h1>
      <p className="flex flex-wrap gap-x-5">
        <Link className="link inline-flex min-h-11 items-center" to={deskHref("/parcels/tracking")}>
          Tracking numbers from the carrier’s file
        </Link>
        {parcels.hasCollection && (
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/parcels/collect")}>
            Orders at the shop
          </Link>
        )}
        {parcels.hasCarriers && (
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/parcels/booked")}>
            Booked parcels
          </Link>
        )}
      </p>
      <ActionBanner trouble={trouble} />
      <Choices
        label="Which parcels"
        choices={choices.map(([shown, words]) => ({ words, to: addressOf(shown), isChosen: shown === parcels.shown }))}
      />
      {parcels.shown !== "sent" ? (
        <ParcelsToPack {...parcels} trouble={trouble} />
      ) : parcels.onTheirWay.length === 0 ? (
        <p className="mt-3">No parcel is on its way.</p>
      ) : (
        <OnTheirWay parcels={parcels.onTheirWay} today={parcels.today} maySeeOrders={parcels.maySeeOrders} />
      )}
    </div>
  );
}

type ToPackPage = Extract<Awaited<ReturnType<typeof loader>>, { shown: "late" | "to-pack" }>;

function ParcelsToPack(page: ToPackPage & { trouble: ActionError | null }) {
  const { shown, toPack, today, keepUntil, most, maySeeOrders, isAllChosen, hand, trouble } = page;
  const late = shown === "late" ? "yes" : null;
  if (toPack.length === 0)
    return <p className="mt-3">{late ? "All parcels are on time." : "Nothing is waiting to be packed."}</p>;
  return (
    <>
      <form id="chosen-orders" action={deskHref("/parcels/print")} className="mt-3 flex flex-wrap items-center gap-3">
        <Link
          className="link inline-flex min-h-11 items-center"
          to={isAllChosen ? addressOf(shown) : deskHref("/parcels", { late, all: "yes" })}
          reloadDocument
        >
          {isAllChosen ? "Tick none" : "Tick all"}
        </Link>
        <span className="font-semibold">Print for the ticked orders:</span>
        <PrintButtons kinds={["pick-list", "slips", "labels", "label-sheets"]} />
        <Button variant="outline">Gift slips</Button>
        {toPack.some(({ sameAddress }) => sameAddress.length > 0) && <OneLabel />}
      </form>
      <ul className="mt-3 grid gap-3">
        {toPack.map((parcel) => (
          <ToPack
            key={parcel.number}
            parcel={parcel}
            today={today}
            keepUntil={keepUntil}
            maySeeOrder={maySeeOrders}
            isChosen={isAllChosen}
            handTo={`${deskHref("/parcels", { late, hand: parcel.number })}#${parcel.number}`}
            isHanded={[hand, trouble?.values.order].includes(parcel.number)}
            trouble={trouble?.values.order === parcel.number ? trouble : null}
          />
        ))}
      </ul>
      {toPack.length === most && (
        <p className="mt-3 text-quiet">
          Only the first {most} are shown: late parcels first, then those that have waited longest. The next ones appear
          when these are packed.
        </p>
      )}
    </>
  );
}
