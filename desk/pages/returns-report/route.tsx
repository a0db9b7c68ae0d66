/** The desk's report of returns: requests of a period by reason. */
import { data, Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { DaysForm } from "#desk/components/forms/days-form.tsx";
import { AsOf, ReportPending } from "#desk/components/papers/cached-report.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { ReportLinks } from "#desk/components/papers/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { listAskedReturns, returnsReport } from "#shop/office/reports/returns.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { AskedReturns, describeReason } from "./asked-returns.tsx";
import { readReturnsReportQuery } from "./read-returns-report-query.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "reports" });
  const { db, now } = args.context.get(servicesContext);
  const { days, reason, before } = readReturnsReportQuery(args.request.url, now());
  const maySeeOrders = may(staff.role, "orders");
  if (days.problem)
    return data({ days, reason, before, report: null, returns: [], isCut: false, maySeeOrders }, { status: 400 });
  const [report, { returns, isCut }] = await Promise.all([
    readLongReport({ db, now }, returnsReport(days)),
    listAskedReturns(db, { days, reason, before }),
  ]);
  return { days, reason, before, report, returns, isCut, maySeeOrders };
}

export const meta = () => [{ title: "Returns" }];

export default function ReturnsReport({ loaderData }: Route.ComponentProps) {
  const { days, reason, before, report, returns, isCut, maySeeOrders } = loaderData;
  const asked = { from: days.first, to: days.last };
  const shown = { ...asked, reason: reason || null };
  const rowsOf = (of: string | null, figure: number | string) => (
    <Link className="link" to={`${deskHref("/reports/returns", { ...asked, reason: of })}#requests`}>
      {figure}
    </Link>
  );
  const reasons = report?.head;
  const sum = (of: (reason: NonNullable<typeof reasons>[number]) => number) =>
    (reasons ?? []).reduce((total, reason) => total + of(reason), 0);
  const last = returns.at(-1);
  return (
    <div className="desk-page">
      <ReportLinks />
      <h1 className="text-h3">Returns</h1>
      <p className="mt-2 max-w-measure text-quiet">
        The books that readers asked to return on these days, and the reasons.
      </p>
      <DaysForm days={days} />
      {days.problem === null && report === null && <ReportPending />}
      <AsOf madeAt={report?.madeAt ?? null} />
      {reasons?.length === 0 && <p className="mt-6">No returns were requested on these days.</p>}
      {reasons && reasons.length > 0 && (
        <table className="desk-table desk-stacked mt-6">
          <thead>
            <tr>
              <th scope="col">Why</th>
              <th scope="col" className="text-right!">
                Requests
              </th>
              <th scope="col" className="text-right!">
                Copies
              </th>
              <th scope="col" className="text-right!">
                Back in stock
              </th>
              <th scope="col" className="text-right!">
                Refunds
              </th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ reason, requests, copies, restocked, refundedPaise }) => (
              <tr key={reason}>
                <th scope="row">{describeReason(reason)}</th>
                <td data-label="Requests">{rowsOf(reason, requests)}</td>
                <td data-label="Copies">{copies}</td>
                <td data-label="Back in stock">{restocked}</td>
                <td data-label="Refunds">{refundedPaise === 0 ? "none" : formatPaise(refundedPaise)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td data-label="Requests">
                {rowsOf(
                  null,
                  sum(({ requests }) => requests),
                )}
              </td>
              <td data-label="Copies">{sum(({ copies }) => copies)}</td>
              <td data-label="Back in stock">{sum(({ restocked }) => restocked)}</td>
              <td data-label="Refunds">
                <Money paise={sum(({ refundedPaise }) => refundedPaise)} />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      {returns.length > 0 && (
        <section aria-labelledby="requests" className="mt-8">
          <h2 id="requests" className="text-title">
            {reason === "" ? "The requests" : `The requests for the reason “${describeReason(reason)}”`}, newest first
          </h2>
          <p className="flex flex-wrap gap-x-5">
            <a className="link inline-flex min-h-11 items-center" href={deskHref("/reports/returns/list.csv", shown)}>
              Download as CSV
            </a>
            {reason !== "" && (
              <Link className="link inline-flex min-h-11 items-center" to={deskHref("/reports/returns", asked)}>
                For all reasons
              </Link>
            )}
          </p>
          <AskedReturns returns={returns} maySeeOrders={maySeeOrders} />
        </section>
      )}
      <Pager
        newest={before === null ? null : deskHref("/reports/returns", shown)}
        older={isCut && last ? deskHref("/reports/returns", { ...shown, before: last.id }) : null}
      />
    </div>
  );
}
