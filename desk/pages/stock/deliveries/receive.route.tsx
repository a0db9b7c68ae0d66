/** The desk's list of deliveries, open ones first, and the form that starts one. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay, shortMoment } from "#shop/kernel/dates/dates.ts";
import { listDeliveries, maxDeliveries } from "#shop/office/stock-room/deliveries.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { openDeliveryAtDesk } from "./delivery-actions.server.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";

import type { Route } from "./+types/receive.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "stock" });
  const { db } = args.context.get(servicesContext);
  const given = new URL(args.request.url).searchParams.get("after") ?? "";
  const [, state, id] = /^(open|closed)-([1-9]\d{0,9})$/.exec(given) ?? [];
  const after = state ? { isOpen: state === "open", id: Number(id) } : null;
  const deliveries = await listDeliveries(db, after);
  const last = deliveries.length === maxDeliveries ? deliveries.at(-1) : null;
  const older = last && `${last.isOpen ? "open" : "closed"}-${last.id}`;
  return { deliveries, isFirst: after === null, older };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [openDeliveryAtDesk], (_, answer) => {
    const { id, words } = answer;
    return redirectWithFlash(args.request, deskHref("/stock/receive/:delivery", { delivery: id }), words);
  });
}

export const meta = () => [{ title: "Deliveries" }];

export default function Deliveries({ loaderData, actionData }: Route.ComponentProps) {
  const { deliveries, isFirst, older } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <StockNav />
      <h1 className="text-h3">Deliveries</h1>
      <ActionBanner trouble={trouble} />
      <Form method="post" className="desk-card mt-4 p-4">
        <div className="field-row sm:grid-cols-3">
          <TextField
            label="Supplier"
            name="supplier"
            required
            defaultValue={trouble?.values.supplier ?? ""}
            error={trouble?.errors.supplier}
          />
          <TextField
            label="Bill number"
            isOptional
            name="billNumber"
            autoComplete="off"
            defaultValue={trouble?.values.billNumber ?? ""}
            error={trouble?.errors.billNumber}
          />
          <TextField
            label="Day of the bill"
            isOptional
            name="billedOn"
            type="date"
            defaultValue={trouble?.values.billedOn ?? ""}
            error={trouble?.errors.billedOn}
          />
          <p className="sm:col-span-3">
            <Button name="intent" value="stock.open-delivery">
              Start a delivery
            </Button>
          </p>
        </div>
      </Form>
      {deliveries.length === 0 ? (
        <p className="mt-6">{isFirst ? "There are no deliveries yet." : "There are no more deliveries."}</p>
      ) : (
        <ul className="mt-6 border-t border-line">
          {deliveries.map(({ id, supplier, billNumber, billedOn, openedAt, openedBy, isOpen, ...sums }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                <Link className="row-link" to={deskHref("/stock/receive/:delivery", { delivery: id })}>
                  {supplier}
                  {billNumber && <span>{`, bill ${billNumber}`}</span>}
                </Link>
                <span className="block text-small text-quiet">
                  {billedOn && <span>{`of ${shortDay(billedOn)}, `}</span>}started{" "}
                  <time dateTime={openedAt}>{shortMoment(openedAt)}</time> by {openedBy}
                </span>
              </span>
              {isOpen && <Badge>Open</Badge>}
              <span className="basis-60">{describeSums(sums, isOpen)}</span>
            </li>
          ))}
        </ul>
      )}
      <Pager
        newest={isFirst ? null : deskHref("/stock/receive")}
        older={older === null ? null : deskHref("/stock/receive", { after: older })}
      />
    </div>
  );
}

function describeSums(
  { copies, shelved, unknown }: { copies: number; shelved: number; unknown: number },
  isOpen: boolean,
): string {
  if (copies === 0) return isOpen ? "Nothing scanned yet" : "Nothing was scanned";
  const waiting = copies - shelved;
  if (waiting === 0) return `${formatCount(copies, "copy", "copies")}, all on the shelf`;
  const rest = unknown > 0 ? `; ${unknown} of books that are not in the shop` : "";
  return `${waiting} of ${formatCount(copies, "copy", "copies")} not on the shelf${isOpen ? " yet" : ""}${rest}`;
}
