/** The desk's page on which the business that an order is billed to is added or corrected. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { findBilledTo } from "#shop/sales/documents/correct-business.server.ts";
import { correctOrderBusiness } from "./business-action.server.ts";
import { BusinessForm } from "./business-form.tsx";

import type { Route } from "./+types/business.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "orders" });
  const number = args.params.number.toUpperCase();
  const { db, now } = args.context.get(servicesContext);
  const found = await findBilledTo(db, number);
  if (!found || found.isErased) throw data(`There is no order ${number.slice(0, 20)}.`, { status: 404 });
  const { business, hasBill, month } = found;
  // The GSTR-1 of a month that is not over cannot be filed yet.
  const asked = month !== null && month < isoDay(now()).slice(0, 7) ? month : null;
  return { number, business, hasBill, month: asked };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [correctOrderBusiness], (_, answer) =>
    redirectWithFlash(args.request, deskHref("/orders/:number", { number: args.params.number }), answer),
  );
}

/** Reloads the data after a rejected form, to show the current business. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Billed to" }];

export default function BilledTo({ loaderData, actionData }: Route.ComponentProps) {
  const { number } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/orders/:number", { number })}>Order {number}</BackLink>
      <h1 className="text-h3">Billed to</h1>
      <p className="mt-1 max-w-measure text-quiet">
        {loaderData.hasBill
          ? "The bill keeps its number, day and sums, and says when it was corrected. The earlier version is kept."
          : "There is no bill yet: it will have this."}
      </p>
      <ActionBanner trouble={trouble} />
      <BusinessForm {...loaderData} trouble={trouble} />
    </div>
  );
}
