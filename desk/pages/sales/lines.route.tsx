/** The desk's list of the bill and credit note lines that a sum in the sales report consists of, newest first. */
import { data } from "react-router";
import { Money } from "#app/components/books/money.tsx";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { AsOf, ReportPending } from "#desk/components/papers/cached-report.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { OrderOf } from "#desk/components/order-of.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { ReportLinks } from "#desk/components/papers/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { isReportDay } from "#shop/kernel/dates/report-days.ts";
import { formatSigned, withMinus } from "#shop/kernel/money/signed-amount.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { linesReport, listSalesLines, readLines } from "#shop/office/reports/sales.server.ts";
import type { Services } from "#shop/services.ts";
import { may } from "#shop/people/staff/roles.ts";
import { readSalesQuery, type SalesQuery } from "./read-sales-query.ts";

import type { Route } from "./+types/lines.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "reports" });
  const { db, now } = args.context.get(servicesContext);
  const query = readSalesQuery(args.request.url, now());
  if (query.days.problem) throw data(query.days.problem, { status: 400 });
  return { ...query, ...(await readPage({ db, now }, query)), maySeeOrders: may(staff.role, "orders") };
}

/**
 * Reads a page of lines. All lines of a period are read by an index; the lines of one title, author and so on are a
 * report, which may take long to compute.
 */
async function readPage({ db, now }: Pick<Services, "db" | "now">, { by, key, days, after, page }: SalesQuery) {
  const isDay = by === "day" && key !== null;
  if (by !== "day" && key !== null) {
    const report = await readLongReport({ db, now }, linesReport({ by, key, days }), page);
    if (!report) return { lines: [], isBeingMade: true, madeAt: null, newest: null, older: null };
    return {
      lines: await readLines(db, report.rows),
      isBeingMade: false,
      madeAt: report.madeAt,
      newest: page > 0 ? {} : null,
      older: page + 1 < report.pages ? { page: String(page + 2) } : null,
    };
  }
  const isOneOfThem = !isDay || (key >= days.first && key <= days.last && isReportDay(key));
  const { lines, isCut } = isOneOfThem
    ? await listSalesLines(db, { days: isDay ? { first: key, last: key } : days, after })
    : { lines: [], isCut: false };
  const last = lines.at(-1);
  return {
    lines,
    isBeingMade: false,
    madeAt: null,
    newest: after === null ? null : {},
    older: isCut && last ? { after: `${last.documentId}-${last.place}` } : null,
  };
}

export const meta = () => [{ title: "Every book sold" }];

export default function SalesLines({ loaderData }: Route.ComponentProps) {
  const { by, days, key, lines, isBeingMade, madeAt, newest, older, maySeeOrders } = loaderData;
  const asked = { by, from: days.first, to: days.last };
  const isDay = by === "day" && key !== null && isReportDay(key);
  return (
    <div className="desk-page">
      <ReportLinks />
      <BackLink to={deskHref("/reports/sales", asked)}>Sales report</BackLink>
      <h1 className="text-h3">{isDay ? `Books sold on ${shortDay(key)}` : "Every book sold"}</h1>
      <p className="mt-2 max-w-measure text-quiet">
        Every book on a bill or a credit note{" "}
        {isDay ? "of this day" : `from ${shortDay(days.first)} to ${shortDay(days.last)}`}
        {key !== null && !isDay && " that is in this sum"}, newest first.
      </p>
      <AsOf madeAt={madeAt} />
      {isBeingMade ? (
        <ReportPending />
      ) : lines.length === 0 ? (
        <p className="mt-6">Nothing was sold on these days.</p>
      ) : (
        <table className="desk-table desk-stacked desk-close mt-6">
          <thead>
            <tr>
              <th scope="col">Book</th>
              <th scope="col">Day</th>
              <th scope="col">Bill or credit note</th>
              <th scope="col">Order</th>
              <th scope="col" className="text-right!">
                Copies
              </th>
              <th scope="col" className="text-right!">
                Amount
              </th>
              <th scope="col" className="text-right!">
                Without tax
              </th>
              <th scope="col" className="text-right!">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ documentId, place, day, documentNumber, orderNumber, title, isBack, ...line }) => (
              <tr key={`${documentId}-${place}`}>
                <th scope="row">
                  <cite lang={detectLanguage(title)}>{title}</cite>
                  {isBack && <span className="block text-small font-normal text-quiet">returned</span>}
                </th>
                <td data-label="Day" className="desk-words md:whitespace-nowrap!">
                  <time dateTime={day}>{shortDay(day)}</time>
                </td>
                <td data-label="Bill or credit note" className="desk-words md:whitespace-nowrap!">
                  {documentNumber}
                </td>
                <td data-label="Order" className="desk-words md:whitespace-nowrap!">
                  <OrderOf number={orderNumber} maySee={maySeeOrders} />
                </td>
                <td data-label="Copies">{withMinus(isBack ? -line.copies : line.copies)}</td>
                <td data-label="Amount">
                  <Money paise={isBack ? -line.paise : line.paise} />
                </td>
                <td data-label="Without tax">
                  <Money paise={isBack ? -line.netPaise : line.netPaise} />
                </td>
                <td data-label="Cost">
                  {line.costPaise === null ? "not known" : formatSigned(isBack ? -line.costPaise : line.costPaise)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager
        newest={newest && deskHref("/reports/sales/lines", { ...asked, key })}
        older={older && deskHref("/reports/sales/lines", { ...asked, key, ...older })}
      />
    </div>
  );
}
