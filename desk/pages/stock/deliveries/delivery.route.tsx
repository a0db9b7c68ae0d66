/**
 * The desk's page of one delivery: the field for scans, the scanned books, and the button that adds them to the stock.
 */
import { data, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { checkBill, listOrdersOfDelivery } from "#shop/office/stock-room/bill.server.ts";
import { findDelivery, type Delivery, type DeliveryLine } from "#shop/office/stock-room/deliveries.server.ts";
import { isTooDear } from "#shop/office/stock-room/shelve-delivery.server.ts";
import { describeTerms } from "#shop/office/stock-room/terms.ts";
import { may } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Badge } from "#ui/badge.tsx";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Bill } from "./bill.tsx";
import { saveBillAtDesk } from "./bill-actions.server.ts";
import { deliveryActions, dropDeliveryAtDesk } from "./delivery-actions.server.ts";
import { describeOtherMrp } from "./describe-other-mrp.ts";
import { DeliveryLines } from "./delivery-lines.tsx";
import { mrpActions } from "./mrp-actions.server.ts";
import { OrderedBooks } from "./ordered-books.tsx";
import { ScanForm } from "#desk/pages/stock/scan-form.tsx";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";

import type { Route } from "./+types/delivery.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "stock" });
  const id = args.params.delivery ?? "";
  const { db } = args.context.get(servicesContext);
  const isNumber = /^\d{1,9}$/.test(id);
  const [delivery, orders] = isNumber
    ? await Promise.all([findDelivery(db, Number(id)), listOrdersOfDelivery(db, Number(id))])
    : [null, []];
  if (!delivery) throw data("There is no such delivery. Somebody may have deleted it.", { status: 404 });
  const code = new URL(args.request.url).searchParams.get("scanned");
  const line = delivery.lines.find((found) => found.code === code);
  const scanned = line ? { ...line, note: describeOtherMrp(line) } : null;
  const dear = delivery.lines.filter((one) => one.copies > one.shelved && isTooDear(one)).map(({ code }) => code);
  return {
    delivery,
    orders,
    dear,
    check: checkBill(delivery),
    scanned,
    staffId: staff.id,
    mayPrice: may(staff.role, "books"),
    mayBuy: may(staff.role, "buying"),
  };
}

export function action(args: Route.ActionArgs) {
  const { delivery = "" } = args.params;
  return answerAction(args, [...deliveryActions, ...mrpActions, saveBillAtDesk], (action, answer) => {
    if (typeof answer !== "string")
      return redirect(deskHref("/stock/receive/:delivery", { delivery, scanned: answer.code }), 303);
    const to =
      action === dropDeliveryAtDesk ? deskHref("/stock/receive") : deskHref("/stock/receive/:delivery", { delivery });
    return redirectWithFlash(args.request, to, answer);
  });
}

export const meta = () => [{ title: "Delivery" }];

export default function DeliveryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, orders, dear, check, scanned, staffId, mayPrice, mayBuy } = loaderData;
  const trouble = actionData ?? null;
  const { id, supplier, billNumber, billedOn, isOpen, lines } = delivery;
  const unknown = lines.filter(({ bookId, copies, shelved }) => bookId === null && copies > shelved);
  const known = lines.filter((line) => !unknown.includes(line));
  const waiting = copiesOf(
    known.filter(({ code }) => !dear.includes(code)),
    ({ copies, shelved }) => copies - shelved,
  );
  const order = orders.find((one) => one.id === delivery.purchaseOrderId);
  const shelved = copiesOf(lines, ({ shelved }) => shelved);
  const ofScan = trouble?.action === "stock.scan" ? trouble : null;
  const ofLine = trouble && trouble.action !== "stock.scan" ? trouble : null;
  return (
    <div className="desk-page">
      <StockNav />
      <h1 className="flex flex-wrap items-center gap-x-3 text-h3">
        <span className="min-w-0 break-words">{billNumber ? `${supplier}, bill ${billNumber}` : supplier}</span>
        {isOpen && <Badge>Open</Badge>}
      </h1>
      <p className="text-quiet">
        {[billedOn && `Bill of ${shortDay(billedOn)}`, describeTermsOf(delivery)].filter(Boolean).join(", ")}
      </p>
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid gap-8">
        <ScanForm
          intent="stock.scan"
          belongsTo={{ name: "delivery", id }}
          path={deskHref("/stock/receive/:delivery/scan", { delivery: id })}
          staffId={staffId}
          scanned={scanned}
          trouble={ofScan}
        >
          <TextField
            label="Cost of one, ₹"
            isOptional
            name="cost"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={ofScan?.values.cost ?? ""}
            error={ofScan?.errors.cost}
          />
          <TextField
            label="Printed MRP, ₹"
            isOptional
            name="mrp"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={ofScan?.values.mrp ?? ""}
            error={ofScan?.errors.mrp}
          />
        </ScanForm>
        {order && <OrderedBooks order={order} mayBuy={mayBuy} />}
        {unknown.length > 0 && (
          <section aria-labelledby="unknown">
            <h2 id="unknown" className="text-title">
              Not in the shop yet
            </h2>
            <p className="mt-1 max-w-measure text-quiet">
              Add these books to the shop first. Then their copies can be put on the shelf.
            </p>
            <DeliveryLines delivery={id} lines={unknown} trouble={ofLine} mayPrice={mayPrice} />
          </section>
        )}
        <section aria-labelledby="lines">
          <h2 id="lines" className="text-title">
            Scanned
          </h2>
          {known.length === 0 ? (
            <p className="mt-3">Nothing is scanned yet. Scan the first book above.</p>
          ) : (
            <>
              <DeliveryLines delivery={id} lines={known} trouble={ofLine} mayPrice={mayPrice} />
              <p className="mt-3">
                {`${formatCount(
                  copiesOf(known, ({ copies }) => copies),
                  "copy",
                  "copies",
                )} of ${formatCount(known.length, "book")}, ${copiesOf(known, ({ shelved }) => shelved)} on the shelf.`}
              </p>
            </>
          )}
          {dear.length > 0 && (
            <Banner variant="note" className="mt-3">
              {`${formatCount(dear.length, "book costs", "books cost")} more in the shop than the MRP printed on these copies, so they are not put on the shelf. Make the printed MRP theirs first.`}
            </Banner>
          )}
          {waiting > 0 && (
            <Form method="post" className="desk-save items-center">
              <input type="hidden" name="delivery" value={id} />
              <input type="hidden" name="expected" value={waiting} />
              <Button name="intent" value="stock.receive">
                {`Put ${formatCount(waiting, "copy", "copies")} on the shelf`}
              </Button>
              <p className="min-w-0 flex-1 basis-60 text-small text-quiet">
                Readers can buy them then, and those who wait for one get an e-mail. This cannot be undone.
              </p>
            </Form>
          )}
        </section>
        <Bill
          delivery={delivery}
          check={check}
          orders={orders}
          trouble={trouble?.action === "stock.save-bill" ? trouble : null}
          mayBuy={mayBuy}
        />
        {shelved === 0 && (
          <Form method="post" className="flex flex-wrap items-center gap-x-3">
            <input type="hidden" name="delivery" value={id} />
            <Button variant="quiet" className="-ml-4" name="intent" value="stock.drop-delivery">
              Delete this delivery
            </Button>
            {lines.length > 0 && (
              <p className="text-small text-quiet">The scans are deleted, which cannot be undone.</p>
            )}
          </Form>
        )}
      </div>
    </div>
  );
}

/** The terms of a delivery; empty if they are the usual firm ones without a discount. */
function describeTermsOf({ basis, returnDays, discount }: Delivery): string {
  if (basis === null || (basis === "firm" && !discount)) return "";
  return describeTerms({ basis, returnDays, discount: discount ?? 0, creditDays: 0 });
}

function copiesOf(lines: DeliveryLine[], copies: (line: DeliveryLine) => number): number {
  return lines.reduce((sum, line) => sum + copies(line), 0);
}
