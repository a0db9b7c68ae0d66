import { Link, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/action-banner.tsx";
import { PrintButtons } from "#desk/components/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { newOnceKey } from "#desk/http/once.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listParcelsOnTheirWay, listParcelsToPack, maxParcels } from "#shop/back-office/parcels.server.ts";
import { may } from "#shop/staff/roles.ts";
import { Button } from "#ui/button.tsx";
import { parcelActions } from "./actions.server.ts";
import { OnTheirWay } from "./on-their-way.tsx";
import { ToPack } from "./to-pack.tsx";

/** What is to be packed, the longest waiting first, and what the carriers have. */
export async function loader(args: LoaderFunctionArgs) {
  const { staff } = await requireStaff(args, { needs: "parcels" });
  const { db } = args.context.get(servicesContext);
  const isAllChosen = new URL(args.request.url).searchParams.has("all");
  const [toPack, onTheirWay] = await Promise.all([listParcelsToPack(db), listParcelsOnTheirWay(db)]);
  return {
    toPack,
    onTheirWay,
    most: maxParcels,
    maySeeOrders: may(staff.role, "orders"),
    isAllChosen,
    once: newOnceKey(),
  };
}

export function action(args: ActionFunctionArgs) {
  return answerAction(args, parcelActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/parcels"), answer as string),
  );
}

/** What was refused is shown beside how it stands now. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Parcels" }];

export default function Parcels() {
  const { toPack, onTheirWay, most, maySeeOrders, isAllChosen, once } = useLoaderData<typeof loader>();
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
        {toPack.length === 0 ? (
          <p className="mt-3">Nothing waits to be packed.</p>
        ) : (
          <>
            <form
              id="chosen-orders"
              action={deskHref("/parcels/print")}
              className="mt-3 flex flex-wrap items-center gap-3"
            >
              <PrintButtons kinds={["pick-list", "slips", "labels", "label-sheets"]} />
              <Button variant="outline">Gift slips</Button>
              <Link
                className="link inline-flex min-h-11 items-center"
                to={deskHref("/parcels", { all: isAllChosen ? null : "yes" })}
                reloadDocument
              >
                {isAllChosen ? "Choose none" : "Choose all"}
              </Link>
            </form>
            <ul className="mt-3 grid gap-3">
              {toPack.map((parcel) => (
                <ToPack
                  key={parcel.number}
                  parcel={parcel}
                  maySeeOrder={maySeeOrders}
                  isChosen={isAllChosen}
                  once={once}
                  trouble={trouble?.values.order === parcel.number ? trouble : null}
                />
              ))}
            </ul>
          </>
        )}
        {toPack.length === most && (
          <p className="mt-3 text-quiet">These {most} wait longest. The next come when they are packed.</p>
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
