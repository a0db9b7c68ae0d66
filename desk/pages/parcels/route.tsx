import { Link, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/action-banner.tsx";
import { Choices } from "#desk/components/choices.tsx";
import { PrintButtons } from "#desk/components/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { newOnceKey } from "#desk/http/once.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { ageOf } from "#desk/pages/today/describe-waiting.ts";
import { listParcelsOnTheirWay, listParcelsToPack, maxParcels } from "#shop/back-office/parcels.server.ts";
import { isoDay } from "#shop/dates/dates.ts";
import { may } from "#shop/staff/roles.ts";
import { Button } from "#ui/button.tsx";
import { parcelActions } from "./actions.server.ts";
import { OnTheirWay } from "./on-their-way.tsx";
import { ToPack } from "./to-pack.tsx";

/** What is to be packed, first what may come later than promised, or that alone; and what the carriers have. */
export async function loader(args: LoaderFunctionArgs) {
  const { staff } = await requireStaff(args, { needs: "parcels" });
  const services = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  const isAllChosen = searchParams.has("all");
  const isOnlyLate = asksForLate(args.request);
  const [{ parcels, inDanger }, onTheirWay] = await Promise.all([
    listParcelsToPack(services),
    listParcelsOnTheirWay(services.db),
  ]);
  const at = services.now();
  return {
    toPack: parcels
      .filter(({ isInDanger }) => isInDanger || !isOnlyLate)
      .map((parcel) => ({ ...parcel, age: ageOf(new Date(parcel.paidAt).toISOString(), at) })),
    inDanger,
    isOnlyLate,
    today: isoDay(at),
    onTheirWay,
    most: maxParcels,
    maySeeOrders: may(staff.role, "orders"),
    isAllChosen,
    /** The order whose parcel is about to be handed to the carrier. */
    hand: searchParams.get("hand"),
    once: newOnceKey(),
  };
}

function asksForLate(request: Request): boolean {
  return new URL(request.url).searchParams.get("late") === "yes";
}

export function action(args: ActionFunctionArgs) {
  const to = deskHref("/parcels", { late: asksForLate(args.request) ? "yes" : null });
  return answerAction(args, parcelActions, (_, answer) => redirectWithFlash(args.request, to, answer as string));
}

/** What was refused is shown beside how it stands now. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Parcels" }];

export default function Parcels() {
  const { toPack, inDanger, isOnlyLate, today, onTheirWay, most, maySeeOrders, isAllChosen, hand, once } =
    useLoaderData<typeof loader>();
  const trouble = (useActionData<typeof action>() as ActionTrouble | undefined) ?? null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Parcels</h1>
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/parcels/tracking")}>
            Tracking numbers from the carrier’s file
          </Link>
        </p>
        <ActionBanner trouble={trouble} />
      </div>
      <section aria-labelledby="to-pack">
        <h2 id="to-pack" className="text-title">
          To pack
        </h2>
        {(inDanger > 0 || isOnlyLate) && (
          <Choices
            label="Which parcels"
            choices={[
              { words: "All", to: deskHref("/parcels"), isChosen: !isOnlyLate },
              {
                words: `May come later than promised: ${inDanger}`,
                to: deskHref("/parcels", { late: "yes" }),
                isChosen: isOnlyLate,
              },
            ]}
          />
        )}
        {toPack.length === 0 ? (
          <p className="mt-3">
            {isOnlyLate ? "No parcel would come later than promised." : "Nothing waits to be packed."}
          </p>
        ) : (
          <>
            <form
              id="chosen-orders"
              action={deskHref("/parcels/print")}
              className="mt-3 flex flex-wrap items-center gap-3"
            >
              <Link
                className="link inline-flex min-h-11 items-center"
                to={deskHref("/parcels", { late: isOnlyLate ? "yes" : null, all: isAllChosen ? null : "yes" })}
                reloadDocument
              >
                {isAllChosen ? "Choose none" : "Choose all"}
              </Link>
              <span className="font-semibold">Print what is chosen:</span>
              <PrintButtons kinds={["pick-list", "slips", "labels", "label-sheets"]} />
              <Button variant="outline">Gift slips</Button>
            </form>
            <ul className="mt-3 grid gap-3">
              {toPack.map((parcel) => (
                <ToPack
                  key={parcel.number}
                  parcel={parcel}
                  today={today}
                  maySeeOrder={maySeeOrders}
                  isChosen={isAllChosen}
                  handTo={`${deskHref("/parcels", { late: isOnlyLate ? "yes" : null, hand: parcel.number })}#${parcel.number}`}
                  isHanded={[hand, trouble?.values.order].includes(parcel.number)}
                  once={once}
                  trouble={trouble?.values.order === parcel.number ? trouble : null}
                />
              ))}
            </ul>
          </>
        )}
        {toPack.length === most && (
          <p className="mt-3 text-quiet">
            These {most} come first: what may come later than promised, then what waits longest. The next come when they
            are packed.
          </p>
        )}
      </section>
      <section aria-labelledby="on-their-way">
        <h2 id="on-their-way" className="text-title">
          On their way
        </h2>
        {onTheirWay.length === 0 ? (
          <p className="mt-3">No parcel is on its way.</p>
        ) : (
          <OnTheirWay parcels={onTheirWay} maySeeOrders={maySeeOrders} />
        )}
      </section>
    </div>
  );
}
