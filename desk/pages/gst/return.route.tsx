/** The desk's page of a month's GSTR-1: its tables, and inconsistencies in the bills and credit notes. */
import { Link } from "react-router";
import { Money } from "#app/components/books/money.tsx";

import { servicesContext } from "#app/http/context.ts";
import { AsOf, ReportPending } from "#desk/components/papers/cached-report.tsx";
import { ReportLinks } from "#desk/components/papers/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { startOfMonth } from "#shop/kernel/dates/months.ts";
import { gstReturnTables } from "#shop/office/reports/gst-return-files.ts";
import { gstReport } from "#shop/office/reports/gst-report.server.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { GstTables } from "./gst-tables.tsx";
import { formatMonth, readGstQuery } from "./read-gst-query.ts";

import type { Route } from "./+types/return.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "papers" });
  const { db, now, settings } = args.context.get(servicesContext);
  const { month } = readGstQuery(args.request.url, now());
  const { gstin } = settings.seller;
  const maySet = may(staff.role, "settings");
  if (!gstin) return { month, hasGstin: false, made: null, maySet };
  const report = await readLongReport({ db, now }, gstReport(gstin, month));
  if (!report) return { month, hasGstin: true, made: null, maySet };
  const { gstReturn, largeCount, elsewhere, sums, problems, problemCount } = report.head;
  return {
    month,
    hasGstin: true,
    maySet,
    made: {
      gstin,
      madeAt: report.madeAt,
      tables: gstReturnTables(gstReturn),
      large: gstReturn.large,
      largeCount,
      elsewhere,
      sums,
      problems,
      problemCount,
      isUnfinished: startOfMonth(month, 1) > now(),
    },
  };
}

export const meta = () => [{ title: "GSTR-1" }];

export default function GstReturn({ loaderData }: Route.ComponentProps) {
  const { month, hasGstin, made, maySet } = loaderData;
  return (
    <div className="desk-page">
      <ReportLinks />
      <h1 className="text-h3">GSTR-1 of {formatMonth(month)}</h1>
      <p>
        <Link className="link inline-flex min-h-11 items-center" to={deskHref("/reports/gst", { month })}>
          Bills and credit notes of the month
        </Link>
      </p>
      {!hasGstin && (
        <p className="mt-3 max-w-measure">
          A shop without a GSTIN files no GSTR-1.{" "}
          {maySet ? (
            <>
              It is entered under{" "}
              <Link className="link" to={deskHref("/settings")}>
                Settings
              </Link>
              , in the part about the seller.
            </>
          ) : (
            "An owner enters it under Settings."
          )}
        </p>
      )}
      {hasGstin && made === null && <ReportPending />}
      {made && (
        <>
          <AsOf madeAt={made.madeAt} />
          <p className="mt-3">
            {formatCount(made.sums.papers, "bill or credit note", "bills and credit notes")} under GSTIN {made.gstin}:{" "}
            <Money paise={made.sums.totalPaise} /> in total, with <Money paise={made.sums.taxPaise} /> of tax. Credit
            notes are subtracted.
          </p>
          {made.problemCount === 0 ? (
            <Banner variant="success" className="mt-4">
              The bills, the credit notes and the tables agree exactly.
            </Banner>
          ) : (
            <Banner variant="error" className="mt-4">
              <p className="font-semibold">
                Do not file this yet: {formatCount(made.problemCount, "problem was", "problems were")} found.
              </p>
              <ul className="mt-2 list-disc pl-5">
                {made.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
              {made.problemCount > made.problems.length && <p className="mt-2">Only the first problems are shown.</p>}
            </Banner>
          )}
          {made.isUnfinished && (
            <Banner variant="note" className="mt-4">
              The month is not over yet.
            </Banner>
          )}
          {made.largeCount > 0 && (
            <Banner variant="note" className="mt-4">
              These were sold to another state for more than ₹1,00,000 with tax, so they are entered one by one in
              tables 5 and 9B instead of 7: {made.large.join(", ")}
              {made.largeCount > made.large.length && ` and ${made.largeCount - made.large.length} more`}.
            </Banner>
          )}
          {made.elsewhere > 0 && (
            <Banner variant="note" className="mt-4">
              {formatCount(made.elsewhere, "bill or credit note", "bills and credit notes")} under another GSTIN, or
              none, left out.
            </Banner>
          )}
          <p className="mt-3">
            <a
              className="link inline-flex min-h-11 items-center font-semibold"
              href={deskHref("/reports/gst/return/:file", { file: "gstr1.json", month })}
            >
              The file for the GST portal (JSON)
            </a>
          </p>
          <GstTables tables={made.tables} month={month} />
        </>
      )}
    </div>
  );
}
