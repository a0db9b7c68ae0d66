import { data, Link, useLoaderData, type LoaderFunctionArgs } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { servicesContext } from "#app/http/context.ts";
import { OrderOf } from "#desk/components/order-of.tsx";
import { PageTurner } from "#desk/components/page-turner.tsx";
import { ReportLinks } from "#desk/components/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/dates/dates.ts";
import { formatPaise } from "#shop/money/money.ts";
import { listSalesLines } from "#shop/reports/sales.server.ts";
import { may } from "#shop/staff/roles.ts";
import { readSalesQuery } from "./read-sales-query.ts";

/** The lines of bills and credit notes behind a figure of sales, newest first. */
export async function loader(args: LoaderFunctionArgs) {
  const { staff } = await requireStaff(args, { needs: "reports" });
  const { db, now } = args.context.get(servicesContext);
  const query = readSalesQuery(args.request.url, now());
  if (query.days.problem) throw data(query.days.problem, { status: 400 });
  return { ...query, ...(await listSalesLines(db, query)), maySeeOrders: may(staff.role, "orders") };
}

export const meta = () => [{ title: "Lines of sales" }];

export default function SalesLines() {
  const { by, days, key, after, lines, isCut, maySeeOrders } = useLoaderData<typeof loader>();
  const asked = { by, from: days.first, to: days.last };
  const last = lines.at(-1);
  return (
    <div className="desk-page">
      <ReportLinks />
      <h1 className="text-h3">Lines of sales</h1>
      <p className="mt-2 max-w-measure text-quiet">
        Every book on a bill or a credit note from {shortDay(days.first)} to {shortDay(days.last)}
        {key !== null && " that is in this sum"}, the newest first.{" "}
        <Link className="link" to={deskHref("/reports/sales", asked)}>
          Back to the sums
        </Link>
      </p>
      {lines.length === 0 ? (
        <p className="mt-6">There are no such lines.</p>
      ) : (
        <table className="desk-table desk-stacked desk-close mt-6">
          <thead>
            <tr>
              <th scope="col">Book</th>
              <th scope="col">Day</th>
              <th scope="col">Paper</th>
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
                  <cite lang={languageOf(title)}>{title}</cite>
                  {isBack && <span className="block text-small font-normal text-quiet">given back</span>}
                </th>
                <td data-label="Day" className="desk-words md:whitespace-nowrap!">
                  <time dateTime={day}>{shortDay(day)}</time>
                </td>
                <td data-label="Paper" className="desk-words md:whitespace-nowrap!">
                  {documentNumber}
                </td>
                <td data-label="Order" className="desk-words md:whitespace-nowrap!">
                  <OrderOf number={orderNumber} maySee={maySeeOrders} />
                </td>
                <td data-label="Copies">{isBack ? -line.copies : line.copies}</td>
                <td data-label="Amount">{formatPaise(isBack ? -line.paise : line.paise)}</td>
                <td data-label="Without tax">{formatPaise(isBack ? -line.netPaise : line.netPaise)}</td>
                <td data-label="Cost">
                  {line.costPaise === null ? "not known" : formatPaise(isBack ? -line.costPaise : line.costPaise)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PageTurner
        newest={after === null ? null : deskHref("/reports/sales/lines", { ...asked, key })}
        older={
          isCut && last
            ? deskHref("/reports/sales/lines", { ...asked, key, after: `${last.documentId}-${last.place}` })
            : null
        }
      />
    </div>
  );
}
