/**
 * The desk's report of offers: the results of one code or bundle per day with its orders, or the sums of all offers.
 */
import type { ReactNode } from "react";
import { data, Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { DaysForm } from "#desk/components/forms/days-form.tsx";
import { OrderOf } from "#desk/components/order-of.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import {
  listedOffers,
  listedOrders,
  listOfferOrders,
  readOfferDays,
  readOfferSums,
  type OfferOrder,
} from "#shop/sales/pricing/offer-results.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { readResultsQuery } from "./read-results-query.server.ts";

import type { Route } from "./+types/results.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "offers" });
  const services = args.context.get(servicesContext);
  const { known, days } = await readResultsQuery(services, args.request.url);
  const asked: Record<string, string> = known?.asked ?? {};
  const shared = {
    name: known?.name ?? null,
    asked,
    days,
    most: listedOrders,
    mostOffers: listedOffers,
    maySeeOrders: may(staff.role, "orders"),
  };
  const noOrders: OfferOrder[] = [];
  const none = { byDay: [], sums: [], orders: noOrders };
  if (days.problem) return data({ ...shared, ...none }, { status: 400 });
  if (!known) return { ...shared, ...none, sums: await readOfferSums(services.db, days) };
  const [byDay, orders] = await Promise.all([
    readOfferDays(services.db, known.offer, days),
    listOfferOrders(services.db, known.offer, days),
  ]);
  return { ...shared, ...none, byDay, orders };
}

export const meta = () => [{ title: "Results of offers" }];

export default function OfferReport({ loaderData }: Route.ComponentProps) {
  const { name, asked, days, byDay, sums, orders, maySeeOrders, most, mostOffers } = loaderData;
  const range = { from: days.first, to: days.last };
  const isEmpty = byDay.length === 0 && sums.length === 0;
  return (
    <div className="desk-page">
      {name === null ? (
        <BackLink to={deskHref("/offers")}>Offers</BackLink>
      ) : (
        <BackLink to={deskHref("code" in asked ? "/offers/code" : "/offers/bundle", asked)}>Back to {name}</BackLink>
      )}
      <h1 className="text-h3 break-words">Results of {name ?? "all offers"}</h1>
      <p className="mt-2 max-w-measure text-quiet">
        Orders that were paid on these days and had a discount from {name ?? "an offer"}. The paid amounts include
        delivery fees. Refunds are listed on the day on which the order was paid.
      </p>
      <DaysForm days={days}>
        {Object.entries(asked).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
      </DaysForm>
      {days.problem === null && isEmpty && (
        <p className="mt-6">No order paid on these days used {name === null ? "an offer" : "it"}.</p>
      )}
      {!isEmpty && (
        <p className="mt-6">
          <a
            className="link inline-flex min-h-11 items-center"
            href={deskHref("/offers/results.csv", { ...asked, ...range })}
          >
            This table as CSV
          </a>
        </p>
      )}
      {sums.length === mostOffers && (
        <p className="max-w-measure text-quiet">
          Only the {mostOffers} offers with the most orders are shown. Choose fewer days to see others.
        </p>
      )}
      {sums.length > 0 && (
        <SumsTable
          heading="Offer"
          rows={sums.map(({ kind, source, label, ...sums }) => {
            const field = kind === "promotion" ? "code" : "bundle";
            const words = kind === "promotion" ? `${source}, ${label}` : label;
            return { key: `${kind} ${source}`, words, to: { [field]: source, ...range }, ...sums };
          })}
        />
      )}
      {byDay.length > 0 && (
        <>
          <SumsTable
            heading="Day"
            rows={byDay.map(({ day, ...sums }) => {
              return { key: day, words: shortDay(day), to: { ...asked, from: day, to: day }, ...sums };
            })}
          />
          <section aria-labelledby="orders" className="mt-8">
            <h2 id="orders" className="text-title">
              The orders, newest first
            </h2>
            <table className="desk-table desk-stacked mt-3">
              <thead>
                <tr>
                  <th scope="col">Order</th>
                  <th scope="col">Paid on</th>
                  <NumberHeading>Discounts</NumberHeading>
                  <NumberHeading>Paid</NumberHeading>
                  <NumberHeading>Refunded</NumberHeading>
                </tr>
              </thead>
              <tbody>
                {orders.map(({ number, day, discountPaise, totalPaise, refundedPaise }) => (
                  <tr key={number}>
                    <th scope="row">
                      <OrderOf number={number} maySee={maySeeOrders} />
                    </th>
                    <td data-label="Paid on" className="desk-words">
                      {shortDay(day)}
                    </td>
                    <td data-label="Discounts">
                      <Money paise={discountPaise} />
                    </td>
                    <td data-label="Paid">
                      <Money paise={totalPaise} />
                    </td>
                    <td data-label="Refunded">
                      <Money paise={refundedPaise} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {orders.length === most && (
              <p className="mt-3 text-quiet">Only the newest {most} are shown. Choose fewer days to see others.</p>
            )}
          </section>
        </>
      )}
    </div>
  );
}

interface SumsRow {
  key: string;
  words: string;
  /** The query of the page with the details of this row. */
  to: Record<string, string>;
  orders: number;
  discountPaise: number;
  takingsPaise: number;
  refundedPaise: number;
}

/** A table of orders, discounts and revenue with a row for each day or offer. Each row links to its details. */
function SumsTable({ heading, rows }: { heading: string; rows: SumsRow[] }) {
  const sum = (amountOf: (row: SumsRow) => number) => rows.reduce((all, row) => all + amountOf(row), 0);
  return (
    <table className="desk-table desk-stacked">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <NumberHeading>Orders</NumberHeading>
          <NumberHeading>Discounts</NumberHeading>
          <NumberHeading>Paid</NumberHeading>
          <NumberHeading>Refunded</NumberHeading>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, words, to, orders, discountPaise, takingsPaise, refundedPaise }) => (
          <tr key={key}>
            <th scope="row">
              <Link className="link" lang={detectLanguage(words)} to={deskHref("/offers/results", to)}>
                {words}
              </Link>
            </th>
            <td data-label="Orders">{orders}</td>
            <td data-label="Discounts">
              <Money paise={discountPaise} />
            </td>
            <td data-label="Paid">
              <Money paise={takingsPaise} />
            </td>
            <td data-label="Refunded">
              <Money paise={refundedPaise} />
            </td>
          </tr>
        ))}
        {heading === "Day" && (
          <tr className="font-semibold">
            <th scope="row">Total</th>
            <td data-label="Orders">
              {formatCount(
                sum((row) => row.orders),
                "order",
              )}
            </td>
            <td data-label="Discounts">
              <Money paise={sum((row) => row.discountPaise)} />
            </td>
            <td data-label="Paid">
              <Money paise={sum((row) => row.takingsPaise)} />
            </td>
            <td data-label="Refunded">
              <Money paise={sum((row) => row.refundedPaise)} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function NumberHeading({ children }: { children: string }) {
  return (
    <th scope="col" className="text-right!">
      {children}
    </th>
  );
}

function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="link inline-flex min-h-11 items-center" to={to}>
      {children}
    </Link>
  );
}
