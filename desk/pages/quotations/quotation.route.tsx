/** The desk's page of one quotation: a draft to fill and send, or a sent one that the buyer may accept. */
import { data, Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { AddBooks } from "#desk/pages/buying/add-books.tsx";
import { readId } from "#desk/pages/buying/buying-fields.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { may } from "#shop/people/staff/roles.ts";
import { quotationLink } from "#shop/sales/quotations/quotation-link.server.ts";
import { discountFor, quotationNumber, stateOfQuotation, sumQuotation } from "#shop/sales/quotations/quotation.ts";
import { describeLack, findQuotation } from "#shop/sales/quotations/quotations.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { quotationActions } from "./actions.server.ts";
import { BuyerForm } from "./buyer-form.tsx";
import { termValues } from "./quotation-fields.ts";
import { QuotedBooks } from "./quoted-books.tsx";
import { Sending, SentForms } from "./sending.tsx";
import { stateLabels } from "./state-labels.ts";

import type { Route } from "./+types/quotation.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "orders" });
  const { db, settings, linkKey, now } = args.context.get(servicesContext);
  const id = readId(args.params.quotation);
  const quotation = id && (await findQuotation(db, id, settings.quotations.discounts));
  if (!quotation) throw data("There is no such quotation. Somebody may have deleted it.", { status: 404 });
  const sums = sumQuotation(quotation);
  return {
    quotation,
    sums,
    state: stateOfQuotation(quotation, now()),
    lack: describeLack(quotation),
    url: quotationLink(settings.publicUrl, linkKey, quotation.id),
    discount: quotation.discount ?? discountFor(sums.copies, settings.quotations.discounts),
    mayDiscount: may(staff.role, "trade-terms"),
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(
    args,
    quotationActions,
    (_, { id, words }) => {
      const to = id === null ? deskHref("/quotations") : deskHref("/quotations/:quotation", { quotation: id });
      return redirectWithFlash(args.request, to, words);
    },
    ["book"],
  );
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Quotation" }];

export default function QuotationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, sums, state, lack, url, discount, mayDiscount } = loaderData;
  const trouble = actionData ?? null;
  const troubleOf = (name: string) => (trouble?.action === name ? trouble : null);
  const { id, name, business, lines, validUntil, order } = quotation;
  const isDraft = state === "draft";
  const values = termValues(quotation);
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/quotations")}>Quotations</BackLink>
      <h1 className="flex flex-wrap items-center gap-x-3 text-h3">
        {quotationNumber(id)}
        <Badge>{stateLabels[state]}</Badge>
      </h1>
      <p className="text-quiet break-words">
        {`To ${business?.name || name}`}
        {!isDraft && `, valid until ${longDay(validUntil)}`}
      </p>
      {order && (
        <p className="mt-2">
          {"It is the order "}
          <Link className="link" to={deskHref("/orders/:number", { number: order.number })}>
            {order.number}
          </Link>
          .
        </p>
      )}
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8">
        {isDraft && (
          <AddBooks
            draft={{ name: "quotation", id }}
            intent="quotations.add-books"
            trouble={troubleOf("quotations.add-books")}
          />
        )}
        <section aria-labelledby="lines">
          <h2 id="lines" className="text-title">
            Books
          </h2>
          {lines.length === 0 ? (
            <p className="mt-3">Nothing is in this quotation yet. Add the first book above.</p>
          ) : (
            <>
              <QuotedBooks quotation={quotation} isDraft={isDraft} trouble={trouble} />
              <p className="mt-3">
                <span>{formatCount(sums.copies, "copy", "copies")}</span>
                {discount > 0 && <span>{`, ${discount / 100}% off the MRP`}</span>}
                {": "}
                <span className="font-semibold">
                  <Money paise={sums.totalPaise} />
                </span>
                {quotation.shippingPaise > 0 && (
                  <span>
                    {" with delivery of "}
                    <Money paise={quotation.shippingPaise} />
                  </span>
                )}
                .
              </p>
              <p>
                <a
                  className="link inline-flex min-h-11 items-center"
                  href={deskHref("/quotations/:quotation/pdf", { quotation: id })}
                >
                  Quotation as PDF
                </a>
              </p>
            </>
          )}
        </section>
        {isDraft && (
          <BuyerForm
            key={JSON.stringify(values)}
            id={id}
            values={values}
            mayDiscount={mayDiscount}
            trouble={troubleOf("quotations.save")}
          />
        )}
        {!order && <Sending quotation={quotation} state={state} lack={lack} url={url} />}
        {!order && !isDraft && (
          <SentForms quotation={quotation} state={state} trouble={troubleOf("quotations.accept")} />
        )}
        {isDraft && (
          <Form method="post">
            <input type="hidden" name="quotation" value={id} />
            <Button variant="quiet" className="-ml-4" name="intent" value="quotations.delete">
              Delete this draft
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
