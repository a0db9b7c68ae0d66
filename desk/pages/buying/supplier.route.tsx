/** The desk's page of one supplier: purchase orders, the statement and the terms. */
import { data, Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { listPurchaseOrders } from "#shop/office/buying/purchase-orders.server.ts";
import { listSupplierEntries, owedPaise, sumSupplier } from "#shop/office/buying/statement.server.ts";
import { findSupplier } from "#shop/office/buying/suppliers.server.ts";
import { readId } from "./buying-fields.ts";
import { describeProgress } from "./describe-progress.ts";
import { notePaymentAtDesk, saveSupplierAtDesk, supplierValues } from "./supplier-actions.server.ts";
import { Statement } from "./statement.tsx";
import { TermsForm } from "./terms-form.tsx";

import type { Route } from "./+types/supplier.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const { db, now } = args.context.get(servicesContext);
  const id = readId(args.params.supplier);
  const supplier = id && (await findSupplier(db, id));
  if (!supplier) throw data("There is no such supplier.", { status: 404 });
  const [orders, sums, entries] = await Promise.all([
    listPurchaseOrders(db, { supplierId: supplier.id }),
    sumSupplier(db, supplier),
    listSupplierEntries(db, supplier),
  ]);
  const { name } = supplier;
  const today = isoDay(now().toISOString());
  return {
    id: supplier.id,
    name,
    values: supplierValues(supplier),
    orders,
    sums,
    owed: owedPaise(sums),
    entries,
    today,
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [saveSupplierAtDesk, notePaymentAtDesk], (_, { id, words }) =>
    redirectWithFlash(args.request, deskHref("/stock/suppliers/:supplier", { supplier: id }), words),
  );
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [{ title: loaderData?.name ?? "Supplier" }];

export default function Supplier({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, values, orders, sums, owed, entries, today } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <StockNav />
      <BackLink to={deskHref("/stock/suppliers")}>Suppliers</BackLink>
      <h1 className="text-h3 break-words">{name}</h1>
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8">
        <section aria-labelledby="orders">
          <h2 id="orders" className="text-title">
            Purchase orders
          </h2>
          {orders.length === 0 ? (
            <p className="mt-3">There are none yet.</p>
          ) : (
            <ul className="mt-3 border-t border-line">
              {orders.slice(0, 10).map((order) => (
                <li key={order.id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
                  <Link className="row-link basis-40" to={deskHref("/stock/orders/:purchase", { purchase: order.id })}>
                    {`PO-${order.id}`}
                  </Link>
                  <span className="basis-40 text-quiet">
                    {order.sentAt === null ? "Draft" : `Sent on ${shortDay(order.sentAt)}`}
                  </span>
                  <span className="min-w-0 flex-1 basis-60">{describeProgress(order)}</span>
                </li>
              ))}
            </ul>
          )}
          <p className="mt-3">
            <Link className="link inline-flex min-h-11 items-center" to={deskHref("/stock/orders", { supplier: name })}>
              New purchase order
            </Link>
            <Link
              className="link ml-4 inline-flex min-h-11 items-center"
              to={deskHref("/stock/suppliers/:supplier/return", { supplier: id })}
            >
              Send books back
            </Link>
          </p>
        </section>
        <Statement
          key={`${sums.paidPaise} ${entries.length}`}
          {...{ id, sums, owed, entries, today }}
          trouble={trouble?.action === "buying.note-payment" ? trouble : null}
        />
        <TermsForm
          key={JSON.stringify(values)}
          id={id}
          values={values}
          trouble={trouble?.action === "buying.save-supplier" ? trouble : null}
        />
      </div>
    </div>
  );
}
