/** The desk's report of sales and returns, grouped in one of five ways. */
import { data, Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { DaysForm } from "#desk/components/forms/days-form.tsx";
import { AsOf, ReportPending } from "#desk/components/papers/cached-report.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { ReportLinks } from "#desk/components/papers/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatSigned, withMinus } from "#shop/kernel/money/signed-amount.ts";
import {
  marginOf,
  salesGroupings,
  type Sales as SalesRow,
  type SalesBy,
  type Sums,
} from "#shop/office/reports/sales-groupings.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { maxSalesRows, salesOnPage, salesReport } from "#shop/office/reports/sales.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { SelectField } from "#ui/field.tsx";
import { readSalesQuery } from "./read-sales-query.ts";
import { MarginWords } from "./margin-words.tsx";
import { SalesChart } from "./sales-chart.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "reports" });
  const { db, now } = args.context.get(servicesContext);
  const { by, days, page } = readSalesQuery(args.request.url, now());
  const asked = { by, days, page, most: maxSalesRows, onPage: salesOnPage };
  if (days.problem) return data({ ...asked, report: null }, { status: 400 });
  // The chart needs every day, the table only a page of them.
  return { ...asked, report: await readLongReport({ db, now }, salesReport(asked), by === "day" ? "all" : page) };
}

export const meta = () => [{ title: "Sales" }];

export default function Sales({ loaderData }: Route.ComponentProps) {
  const { by, days, page, most, onPage, report } = loaderData;
  const asked = { by, from: days.first, to: days.last };
  const { rows: all, pages, madeAt, head } = report ?? { rows: [], pages: 0, madeAt: null, head: null };
  const rows = by === "day" ? all.slice(page * onPage, (page + 1) * onPage) : all;
  return (
    <div className="desk-page">
      <ReportLinks />
      <h1 className="text-h3">Sales</h1>
      <p className="mt-2 max-w-measure text-quiet">
        Billed books minus those on credit notes, by Indian days. Sums are after discounts, with tax and without
        delivery. Paid orders without a bill are not included yet.
      </p>
      <DaysForm days={days}>
        <SelectField label="Group by" name="by" defaultValue={by}>
          {Object.entries(salesGroupings).map(([way, label]) => (
            <option key={way} value={way}>
              {label}
            </option>
          ))}
        </SelectField>
      </DaysForm>
      {days.problem === null && report === null && <ReportPending />}
      <AsOf madeAt={madeAt} />
      {head?.isIncomplete && (
        <Banner variant="note" className="mt-4">
          Older bills are still being counted and may be missing here. Open this page again in a few minutes.
        </Banner>
      )}
      {head && rows.length === 0 && (
        <p className="mt-6">{page === 0 ? "Nothing was sold on these days." : "There are no more rows."}</p>
      )}
      {head && rows.length > 0 && (
        <>
          <p className="mt-6">
            <Link className="link font-semibold" to={deskHref("/reports/sales/lines", { ...asked, by: "day" })}>
              <Money paise={head.total.soldPaise - head.total.backPaise} />
            </Link>{" "}
            net sales: {formatCount(head.total.soldCopies, "copy", "copies")} sold for{" "}
            <Money paise={head.total.soldPaise} />, {formatCount(head.total.backCopies, "copy", "copies")} returned;{" "}
            <Money paise={head.total.backPaise} /> refunded.
          </p>
          <MarginWords total={head.total} />
          {page === 0 && <SalesChart by={by} days={days} rows={all} />}
          <p>
            <a className="link inline-flex min-h-11 items-center" href={deskHref("/reports/sales/table.csv", asked)}>
              This table as CSV
            </a>
          </p>
          <SalesTable rows={rows} total={head.total} hasPages={pages > 1} asked={asked} />
          {by === "author" && <p className="mt-3 text-quiet">A book of several authors counts for each of them.</p>}
          {by !== "day" && page === pages - 1 && head.listed === most && (
            <p className="mt-3 text-quiet">Only the first {most} are shown; there may be more.</p>
          )}
          {pages > 1 && (
            <p className="mt-3 text-quiet">
              {page * onPage + 1} to {page * onPage + rows.length} of {head.listed}
            </p>
          )}
        </>
      )}
      <Pager
        newest={page > 0 ? deskHref("/reports/sales", asked) : null}
        older={page + 1 < pages ? deskHref("/reports/sales", { ...asked, page: String(page + 2) }) : null}
        words={orderedLabels}
      />
    </div>
  );
}

interface SalesTableProps {
  rows: SalesRow[];
  /** The sum over all pages. */
  total: Sums;
  hasPages: boolean;
  /** The query of the page. */
  asked: { by: SalesBy; from: string; to: string };
}

function SalesTable({ rows, total, hasPages, asked }: SalesTableProps) {
  return (
    <table className="desk-table desk-stacked desk-close">
      <thead>
        <tr>
          <th scope="col">{salesGroupings[asked.by]}</th>
          <th scope="col" className="text-right!">
            Copies sold
          </th>
          <th scope="col" className="text-right!">
            Sold
          </th>
          <th scope="col" className="text-right!">
            Net sales
          </th>
          <th scope="col" className="text-right!">
            Without tax
          </th>
          <th scope="col" className="text-right!">
            Cost
          </th>
          <th scope="col" className="text-right!">
            Margin
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <Link className="link" to={deskHref("/reports/sales/lines", { ...asked, key: row.key })}>
                {asked.by === "day" ? shortDay(row.name) : row.name || "No name"}
              </Link>
            </th>
            <SalesCells sums={row} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{hasPages ? "Total of all pages" : "Total"}</th>
          <SalesCells sums={total} />
        </tr>
      </tfoot>
    </table>
  );
}

/** The table cells of a row. On a phone, each figure is a line, and figures without new information are omitted. */
function SalesCells({ sums }: { sums: Sums }) {
  const { soldCopies, soldPaise, backCopies, backPaise } = sums;
  const margin = marginOf(sums);
  const cameBack = backCopies > 0 || backPaise > 0;
  return (
    <>
      <td data-label="Copies sold">
        <span className="whitespace-normal">
          {soldCopies}
          {backCopies > 0 && <span className="block text-small font-normal text-quiet">{backCopies} returned</span>}
        </span>
      </td>
      <td data-label="Sold" className={cameBack ? "" : "max-md:hidden!"}>
        <span className="whitespace-normal">
          <Money paise={soldPaise} />
          {cameBack && (
            <span className="block text-small font-normal text-quiet">
              <Money paise={backPaise} /> refunded
            </span>
          )}
        </span>
      </td>
      <td data-label="Net sales" className="font-semibold">
        <Money paise={soldPaise - backPaise} />
      </td>
      <td data-label="Without tax" className={sums.netPaise === soldPaise - backPaise ? "max-md:hidden!" : ""}>
        <Money paise={sums.netPaise} />
      </td>
      <td data-label="Cost">{margin ? formatSigned(sums.knownCostPaise) : "not known"}</td>
      <td data-label="Margin">
        <span className="whitespace-normal">
          {margin ? formatSigned(margin.paise) : "not known"}
          {margin && (
            <span className="block text-small font-normal text-quiet">
              {margin.percent !== null && `${withMinus(margin.percent.toFixed(1))}%`}
              {sums.knownCopies < sums.soldCopies && (
                <span className="block">
                  for {sums.knownCopies} of {formatCount(sums.soldCopies, "copy", "copies")}
                </span>
              )}
            </span>
          )}
        </span>
      </td>
    </>
  );
}
