/** The desk's page of one purchase order: a draft to fill and send, or a sent one with what came of it. */
import { data, Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { findPurchaseOrder, type PurchaseOrder as Order } from "#shop/office/buying/purchase-orders.server.ts";
import { formatDiscount } from "#shop/office/stock-room/terms.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { AddBooks } from "./add-books.tsx";
import { readId } from "./buying-fields.ts";
import { purchaseOrderActions } from "./order-actions.server.ts";
import { OrderLines } from "./order-lines.tsx";

import type { Route } from "./+types/order.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const id = readId(args.params.purchase);
  const order = id && (await findPurchaseOrder(args.context.get(servicesContext).db, id));
  if (!order) throw data("There is no such purchase order. Somebody may have deleted it.", { status: 404 });
  return { order };
}

export function action(args: Route.ActionArgs) {
  return answerAction(
    args,
    purchaseOrderActions,
    (_, { id, words }) => {
      const to = id === null ? deskHref("/stock/orders") : deskHref("/stock/orders/:purchase", { purchase: id });
      return redirectWithFlash(args.request, to, words);
    },
    ["book"],
  );
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Purchase order" }];

export default function PurchaseOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  const trouble = actionData ?? null;
  const { id, supplier, supplierId, sentAt, lines, discount } = order;
  const toCome = lines.reduce((sum, line) => sum + line.toCome, 0);
  return (
    <div className="desk-page">
      <StockNav />
      <BackLink to={deskHref("/stock/orders")}>Purchase orders</BackLink>
      <h1 className="flex flex-wrap items-center gap-x-3 text-h3">
        {`PO-${id}`}
        {sentAt === null ? <Badge>Draft</Badge> : toCome > 0 && <Badge>Open</Badge>}
      </h1>
      <p className="text-quiet">
        {"To "}
        <Link className="link" to={deskHref("/stock/suppliers/:supplier", { supplier: supplierId })}>
          {supplier}
        </Link>
        {sentAt !== null && `, sent on ${shortDay(sentAt)}`}
        {discount > 0 && `, ${formatDiscount(discount)} off the MRP`}
      </p>
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8">
        {sentAt === null && (
          <AddBooks
            draft={{ name: "purchase", id }}
            intent="buying.add-books"
            trouble={trouble?.action === "buying.add-books" ? trouble : null}
          />
        )}
        <section aria-labelledby="lines">
          <h2 id="lines" className="text-title">
            Books
          </h2>
          {lines.length === 0 ? (
            <p className="mt-3">Nothing is in this purchase order yet. Add the first book above.</p>
          ) : (
            <>
              <OrderLines order={order} trouble={trouble} />
              <p className="mt-3">{describeSum(order)}</p>
            </>
          )}
        </section>
        {lines.length > 0 && <Files id={id} />}
        {sentAt !== null && toCome > 0 && <Receiving order={order} />}
        {lines.length > 0 && <Sending order={order} />}
        {sentAt === null ? (
          <Form method="post">
            <input type="hidden" name="purchase" value={id} />
            <Button variant="quiet" className="-ml-4" name="intent" value="buying.delete-order">
              Delete this draft
            </Button>
          </Form>
        ) : (
          toCome > 0 && (
            <Form method="post" className="flex flex-wrap items-center gap-x-3">
              <input type="hidden" name="purchase" value={id} />
              <Button variant="quiet" className="-ml-4" name="intent" value="buying.cancel-rest">
                {`Cancel the ${formatCount(toCome, "copy", "copies")} that did not come`}
              </Button>
              <p className="text-small text-quiet">The supplier gets no e-mail about it.</p>
            </Form>
          )
        )}
      </div>
    </div>
  );
}

function describeSum({ lines }: Order): string {
  const wanted = lines.map((line) => ({ ...line, copies: line.copies - line.cancelled }));
  const copies = wanted.reduce((sum, line) => sum + line.copies, 0);
  const paise = wanted.reduce((sum, line) => sum + (line.costPaise ?? 0) * line.copies, 0);
  const unknown = wanted.filter(({ costPaise, copies }) => costPaise === null && copies > 0).length;
  const rest = unknown > 0 ? `, without ${formatCount(unknown, "title")} of unknown MRP` : "";
  return `${formatCount(copies, "copy", "copies")} of ${formatCount(lines.length, "title")}, about ${formatPaise(paise)}${rest}.`;
}

function Files({ id }: { id: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      The order as a file:
      <a
        className="link inline-flex min-h-11 items-center"
        href={deskHref("/stock/orders/:purchase/pdf", { purchase: id })}
      >
        PDF
      </a>
      <a
        className="link inline-flex min-h-11 items-center"
        href={deskHref("/stock/orders/:purchase/csv", { purchase: id })}
      >
        CSV
      </a>
    </p>
  );
}

/** Opens the delivery into which the copies are scanned. */
function Receiving({ order: { id, supplier } }: { order: Order }) {
  return (
    <Form method="post" action={deskHref("/stock/receive")} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="supplier" value={supplier} />
      <input type="hidden" name="billNumber" value="" />
      <input type="hidden" name="billedOn" value="" />
      <input type="hidden" name="purchase" value={id} />
      <Button name="intent" value="stock.open-delivery">
        Receive copies
      </Button>
      <p className="min-w-0 flex-1 basis-60 text-small text-quiet">
        Scan what came. Several parts may come one after the other.
      </p>
    </Form>
  );
}

/** Sends the order. */
function Sending({ order: { id, email, sentAt, supplierId } }: { order: Order }) {
  return (
    <section aria-labelledby="send" className="desk-card p-4">
      <h2 id="send" className="text-title">
        {sentAt === null ? "Send it" : "E-mail"}
      </h2>
      {email === "" && (
        <p className="mt-2 max-w-measure">
          {"To send it by e-mail, enter the address on the "}
          <Link className="link" to={deskHref("/stock/suppliers/:supplier", { supplier: supplierId })}>
            supplier’s page
          </Link>
          .
        </p>
      )}
      <Form method="post" className="mt-3 flex flex-wrap items-center gap-3">
        <input type="hidden" name="purchase" value={id} />
        {/* The button of `by` also names the action. */}
        <input type="hidden" name="intent" value="buying.send-order" />
        {email !== "" && (
          <Button name="by" value="email" variant={sentAt === null ? "primary" : "outline"}>
            {sentAt === null ? `Send to ${email}` : `Send again to ${email}`}
          </Button>
        )}
        {sentAt === null && (
          <Button name="by" value="self" variant="outline">
            I have sent it myself
          </Button>
        )}
        <p className="min-w-0 flex-1 basis-60 text-small text-quiet">
          {sentAt === null
            ? "The copies then count as arriving. This cannot be undone, but copies can be cancelled."
            : "With the PDF and the CSV as they are now."}
        </p>
      </Form>
    </section>
  );
}
