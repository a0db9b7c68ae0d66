import { Form, Link } from "react-router";

import { ReportLinks } from "#desk/components/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { Paper } from "#shop/reports/papers.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { PaperTable } from "./paper-table.tsx";
import { monthInWords } from "./read-gst-query.ts";

interface PapersOfMonthProps {
  month: string;
  papers: Paper[];
  isCut: boolean;
  isFirst: boolean;
  hasNames: boolean;
  maySeeOrders: boolean;
}

/** The page of a month's papers, with the buyers' names or without. */
export function PapersOfMonth({ month, papers, isCut, isFirst, hasNames, maySeeOrders }: PapersOfMonthProps) {
  const here = hasNames ? "/reports/gst/names" : "/reports/gst";
  const last = papers.at(-1);
  return (
    <div className="desk-page">
      <ReportLinks />
      <h1 className="text-h3">Bills and credit notes of {monthInWords(month)}</h1>
      <p className="mt-2 max-w-measure text-quiet">
        Every bill and credit note that was issued in the month, in India’s time. The exempt value is what no GST is on.
        {hasNames && " That you look at the names stands in the record."}
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
          These as CSV{hasNames && ", with names"}
        </a>
        <Link
          className="link inline-flex min-h-11 items-center"
          to={deskHref(hasNames ? "/reports/gst" : "/reports/gst/names", { month })}
        >
          {hasNames ? "Without the buyers’ names" : "With the buyers’ names"}
        </Link>
      </p>
      {papers.length === 0 ? (
        <p className="mt-6">
          {isFirst ? "No bill and no credit note was issued in this month." : "There is nothing more."}
        </p>
      ) : (
        <PaperTable papers={papers} hasNames={hasNames} maySeeOrders={maySeeOrders} />
      )}
      <p className="mt-4 flex flex-wrap gap-x-4">
        {!isFirst && (
          <Link className="link inline-flex min-h-11 items-center" to={deskHref(here, { month })}>
            First
          </Link>
        )}
        {isCut && last && (
          <Link className="link inline-flex min-h-11 items-center" to={deskHref(here, { month, after: last.id })}>
            Next
          </Link>
        )}
      </p>
    </div>
  );
}
