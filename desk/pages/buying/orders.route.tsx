/** The desk's list of purchase orders, and the form that starts one. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { listPurchaseOrders, maxPurchaseOrders } from "#shop/office/buying/purchase-orders.server.ts";
import { listSuppliers } from "#shop/office/buying/suppliers.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/field.tsx";
import { readId } from "./buying-fields.ts";
import { describeProgress } from "./describe-progress.ts";
import { makeOrder } from "./order-actions.server.ts";

import type { Route } from "./+types/orders.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const { db } = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  const before = readId(searchParams.get("before") ?? undefined);
  const [orders, suppliers] = await Promise.all([listPurchaseOrders(db, { before }), listSuppliers(db)]);
  const older = orders.length === maxPurchaseOrders ? (orders.at(-1)?.id ?? null) : null;
  const supplier = (searchParams.get("supplier") ?? "").slice(0, 120);
  return { orders, names: suppliers.map(({ name }) => name), isFirst: before === null, older, supplier };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [makeOrder], (_, { id, words }) =>
    redirectWithFlash(args.request, deskHref("/stock/orders/:purchase", { purchase: id }), words),
  );
}

export const meta = () => [{ title: "Purchase orders" }];

export default function PurchaseOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, names, isFirst, older, supplier } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <StockNav />
      <h1 className="text-h3">Purchase orders</h1>
      <ActionBanner trouble={trouble} />
      <Form method="post" className="desk-card mt-4 p-4">
        <div className="field-row sm:grid-cols-[1fr_auto]">
          <TextField
            label="Supplier"
            name="supplier"
            required
            maxLength={120}
            list="suppliers"
            autoComplete="off"
            defaultValue={trouble?.values.supplier ?? supplier}
            error={trouble?.errors.supplier}
          />
          <datalist id="suppliers">
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
          <p>
            <Button name="intent" value="buying.make-order">
              Start a draft
            </Button>
          </p>
          <div className="sm:col-span-2">
            <Checkbox name="low" defaultChecked={trouble === null || trouble.values.low === "on"}>
              With this supplier’s books that run low
            </Checkbox>
          </div>
        </div>
      </Form>
      {orders.length === 0 ? (
        <p className="mt-6">{isFirst ? "There are no purchase orders yet." : "There are no older purchase orders."}</p>
      ) : (
        <ul className="mt-6 border-t border-line">
          {orders.map((order) => (
            <li key={order.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                <Link className="row-link" to={deskHref("/stock/orders/:purchase", { purchase: order.id })}>
                  {`PO-${order.id}, ${order.supplier}`}
                </Link>
                <span className="block text-small text-quiet">
                  {order.sentAt === null ? "made " : "sent "}
                  <time dateTime={order.sentAt ?? order.madeAt}>{shortDay(order.sentAt ?? order.madeAt)}</time>
                  {order.sentAt === null ? ` by ${order.madeBy}` : `, made by ${order.madeBy}`}
                </span>
              </span>
              {order.sentAt === null ? <Badge>Draft</Badge> : order.toCome > 0 && <Badge>Open</Badge>}
              <span className="basis-60">{describeProgress(order)}</span>
            </li>
          ))}
        </ul>
      )}
      <Pager
        newest={isFirst ? null : deskHref("/stock/orders")}
        older={older === null ? null : deskHref("/stock/orders", { before: older })}
      />
    </div>
  );
}
