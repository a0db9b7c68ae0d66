import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { AsOf, ReportPending } from "#desk/components/papers/cached-report.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { ReportLinks } from "#desk/components/papers/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ReportPage } from "#shop/office/reports/long-report.server.ts";
import type { Paper, PaperSums } from "#shop/office/reports/papers.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { PaperTable } from "./paper-table.tsx";
import { formatMonth } from "./read-gst-query.ts";

interface PapersOfMonthProps {
  month: string;
  /** The number of a single bill or credit note to show; empty for the whole month. */
  paper?: string;
  papers: Paper[];
  /** The totals of the month; null while they are being computed, and on the page with names. */
  sums: ReportPage<PaperSums, never> | null;
  isCut: boolean;
  isFirst: boolean;
  hasNames: boolean;
  maySeeOrders: boolean;
}

/** The page of a month's bills and credit notes, with or without the buyers' names. */
export function PapersOfMonth(props: PapersOfMonthProps) {
  const { month, paper = "", papers, sums, isCut, isFirst, hasNames, maySeeOrders } = props;
  const here = hasNames ? "/reports/gst/names" : "/reports/gst";
  const last = papers.at(-1);
  return (
    <div className="desk-page">
      <ReportLinks />
      <h1 className="text-h3">Bills and credit notes of {formatMonth(month)}</h1>
      <p className="mt-2 max-w-measure text-quiet">
        All bills and credit notes that were issued in this month (Indian time). There is no GST on the exempt value.
        {hasNames && " The shop records that you opened the names. The month’s total is on the page without names."}
      </p>
      <Form method="get" action={here} className="field-row mt-4 sm:grid-cols-[1fr_auto_2fr]">
        <TextField label="Month" name="month" type="month" placeholder="2026-10" defaultValue={month} />
        <p>
          <Button variant="outline">Show</Button>
        </p>
      </Form>
      <p className="mt-3 flex flex-wrap gap-x-5">
        <Link className="link inline-flex min-h-11 items-center" to={deskHref("/reports/gst/return", { month })}>
          The month’s GSTR-1
        </Link>
        <a
          className="link inline-flex min-h-11 items-center"
          href={deskHref(hasNames ? "/reports/gst/names.csv" : "/reports/gst/papers.csv", { month })}
        >
          Download as CSV{hasNames && ", with customer names"}
        </a>
        <Link
          className="link inline-flex min-h-11 items-center"
          to={deskHref(hasNames ? "/reports/gst" : "/reports/gst/names", { month })}
        >
          {hasNames ? "Without customer names" : "With customer names"}
        </Link>
      </p>
      {paper !== "" && (
        <p className="mt-3">
          <Link className="link inline-flex min-h-11 items-center" to={deskHref(here, { month })}>
            All of the month
          </Link>
        </p>
      )}
      {papers.length === 0 ? (
        <p className="mt-6">
          {paper !== ""
            ? `There is no document ${paper} in this month.`
            : isFirst
              ? "No bill and no credit note was issued in this month."
              : "There are no more bills or credit notes."}
        </p>
      ) : (
        <>
          <AsOf madeAt={sums?.madeAt ?? null} />
          {sums === null && !hasNames && paper === "" && <ReportPending what="The month’s total" />}
          <PaperTable papers={papers} sums={sums?.head ?? null} hasNames={hasNames} maySeeOrders={maySeeOrders} />
        </>
      )}
      <Pager
        newest={isFirst ? null : deskHref(here, { month })}
        older={isCut && last ? deskHref(here, { month, after: last.id }) : null}
        words={orderedLabels}
      />
    </div>
  );
}
