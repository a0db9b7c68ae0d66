/** Page of a quotation, for anybody with its link; the buyer accepts it here, and it becomes an order. */
import { data, Form, Link, redirect } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { readPurchaseOrder } from "#shop/sales/documents/read-business.server.ts";
import { orderLink } from "#shop/sales/orders/order-link.server.ts";
import { acceptQuotation, type AcceptedQuotation } from "#shop/sales/quotations/accept-quotation.server.ts";
import { readQuotationLink } from "#shop/sales/quotations/quotation-link.server.ts";
import { quotationNumber, stateOfQuotation, sumQuotation } from "#shop/sales/quotations/quotation.ts";
import { findQuotation } from "#shop/sales/quotations/quotations.server.ts";
import type { Services } from "#shop/services.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";
import type { Route } from "./+types/route";

/** The sent quotation of an address; throws 404 for a wrong key, and for a draft. */
async function loadQuotation(services: Services, request: Request, number: string) {
  const id = readQuotationLink(services.linkKey, number, new URL(request.url).searchParams.get("key"));
  const quotation = id && (await findQuotation(services.db, id, services.settings.quotations.discounts));
  if (!quotation || quotation.sentAt === null) throw data(null, { status: 404 });
  return quotation;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const quotation = await loadQuotation(services, request, params.quotation);
  const { publicUrl, seller } = services.settings;
  const { order } = quotation;
  return {
    quotation,
    state: stateOfQuotation(quotation, services.now()),
    sums: sumQuotation(quotation),
    seller: seller.legalName,
    order: order && { number: order.number, url: orderLink(publicUrl, services.linkKey, order) },
    key: new URL(request.url).searchParams.get("key"),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const quotation = await loadQuotation(services, request, params.quotation);
  const form = await request.formData();
  const read = readPurchaseOrder(form);
  if (!read.ok) return data({ error: read.error, problem: null }, { status: 422 });
  const seen = String(form.get("seen") ?? "").slice(0, 40);
  const accepted = await acceptQuotation(services, quotation.id, { seen, purchaseOrder: read.purchaseOrder });
  if (accepted.ok || accepted.reason === "ordered") {
    const order = { number: accepted.order, linkVersion: quotation.order?.linkVersion ?? 0 };
    return redirect(orderLink(services.settings.publicUrl, services.linkKey, order), 303);
  }
  return data({ error: null, problem: describeRefusal(accepted) }, { status: 409 });
}

/** Reloads the data after a refusal, to show the current quotation. */
export const shouldRevalidate = () => true;

function describeRefusal(refused: Exclude<AcceptedQuotation, { ok: true } | { reason: "ordered" }>): string {
  switch (refused.reason) {
    case "none":
      return "This quotation is being changed. Please wait for our e-mail.";
    case "changed":
      return "The quotation has changed since you opened it. Please look at it again.";
    case "over":
      return "This quotation is no longer valid. Please write to us for a new one.";
    case "sold-out":
      return `There are not enough copies of ${refused.titles.join(", ")} at the moment. Please write to us: nothing was ordered.`;
  }
}

/** The link's key is a credential and must not leak to other sites in the Referer header. */
export function headers() {
  return { "referrer-policy": "no-referrer", "cache-control": "no-store" };
}

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, `Quotation ${params.quotation}`), { name: "robots", content: "noindex" }];
}

export default function QuotationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, state, sums, seller, order, key } = loaderData;
  const number = quotationNumber(quotation.id);
  const { business, validUntil, words } = quotation;
  return (
    <div className="page py-10 sm:py-14">
      <h1 className="text-h1">
        <span className="figures block font-text text-body tracking-normal text-quiet">
          Quotation <Figure>{number}</Figure> of {seller}
        </span>
        <span lang={detectLanguage(business?.name || quotation.name)} className="wrap-anywhere">
          {business?.name || quotation.name}
        </span>
      </h1>
      {actionData?.problem && (
        <Banner variant="error" className="mt-6">
          {actionData.problem}
        </Banner>
      )}
      <p className="figures mt-4 text-lead">
        {formatCount(sums.copies, "copy", "copies")} for <Money paise={sums.totalPaise} />
        {sums.savedPaise > 0 && (
          <span className="text-quiet">
            {", "}
            <Money paise={sums.savedPaise} /> below the MRP
          </span>
        )}
      </p>
      <p className="text-quiet">
        {state === "over" ? `Was valid until ${longDay(validUntil)}.` : `Valid until ${longDay(validUntil)}.`}
      </p>
      <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_22rem] xl:gap-16">
        <Books lines={quotation.lines} shippingPaise={quotation.shippingPaise} totalPaise={sums.totalPaise} />
        <div className="grid content-start gap-6">
          {words && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
          {state === "sent" && quotation.sentAt !== null && (
            <Form
              method="post"
              action={href("/quotations/:quotation", { quotation: number }, { key })}
              className="grid gap-5"
            >
              <input type="hidden" name="seen" value={quotation.sentAt} />
              <TextField
                label="Your purchase order"
                name="purchaseOrder"
                hint="Its number, for the bill"
                defaultValue={business?.purchaseOrder ?? ""}
                error={actionData?.error}
                maxLength={40}
                autoComplete="off"
                isOptional
              />
              <div>
                <Button size="large">Order these books</Button>
                <p className="mt-2 text-small text-quiet">
                  {quotation.creditDays === null
                    ? "We hold the copies for you. You pay by bank transfer or online, on the next page."
                    : `You pay by bank transfer within ${quotation.creditDays} days.`}
                </p>
              </div>
            </Form>
          )}
          {state === "over" && <p>To order these books, please write to us for a new quotation.</p>}
          {order && (
            <p>
              Ordered: your order is{" "}
              <Link to={order.url} className="link figures" translate="no" reloadDocument>
                {order.number}
              </Link>
              .
            </p>
          )}
          <p>
            <a
              href={href("/quotations/:quotation/pdf", { quotation: number }, { key })}
              className="link inline-flex min-h-11 items-center"
            >
              Quotation as PDF
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}

type Quoted = Route.ComponentProps["loaderData"]["quotation"];

/** The books with their prices, and the sums below them. */
function Books({ lines, shippingPaise, totalPaise }: Pick<Quoted, "lines" | "shippingPaise"> & { totalPaise: number }) {
  return (
    <section aria-label="Books" className="min-w-0">
      <ul className="border-t border-line">
        {lines.map(({ bookId, title, author, copies, mrpPaise, pricePaise }) => (
          <li key={bookId} className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <cite lang={detectLanguage(title)} className="font-semibold not-italic">
                {title}
              </cite>
              <span className="block text-small text-quiet">{author}</span>
            </span>
            <span className="figures sm:text-right">
              <span>{formatCount(copies, "copy", "copies")} at </span>
              <Money paise={pricePaise} />
              {mrpPaise > pricePaise && (
                <span className="block text-small text-quiet">
                  MRP <Money paise={mrpPaise} />
                </span>
              )}
            </span>
            <span className="figures basis-28 text-right font-semibold">
              <Money paise={copies * pricePaise} />
            </span>
          </li>
        ))}
      </ul>
      <dl className="figures mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt>Delivery</dt>
        <dd className="text-right">{shippingPaise === 0 ? "Free" : <Money paise={shippingPaise} />}</dd>
        <dt className="text-lead font-semibold">Total</dt>
        <dd className="text-right text-lead font-semibold">
          <Money paise={totalPaise} />
        </dd>
      </dl>
    </section>
  );
}
