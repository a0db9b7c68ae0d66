import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { withMinus } from "#shop/kernel/money/signed-amount.ts";
import type { GstTable } from "#shop/office/reports/gst-return-files.ts";

/** The tables of a GST return as the government's offline tool has them, but without empty columns. */
export function GstTables({ tables, month }: { tables: GstTable[]; month: string }) {
  return tables.map(({ name, title, headings, rows }) => {
    const columns = headings.flatMap((heading, at) =>
      rows.some((cells) => cells[at] !== "") ? [{ heading, at }] : [],
    );
    const [first, ...others] = columns.map((column) => ({
      ...column,
      isWords: rows.some((cells) => !figure.test(cells[column.at] ?? "")),
    }));
    return (
      <section key={name} aria-labelledby={name} className="mt-8">
        <h2 id={name} className="text-title">
          {title}
        </h2>
        {!first ? (
          <p className="mt-2">This table is empty in this month.</p>
        ) : (
          <table className="desk-table desk-stacked desk-close mt-2">
            <thead>
              <tr>
                <th scope="col">{first.heading}</th>
                {others.map(({ heading, isWords }) => (
                  <th key={heading} scope="col" className={isWords ? "" : "text-right!"}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells) => (
                <tr key={cells.join(",")}>
                  <th scope="row">{cells[first.at]}</th>
                  {others.map(({ heading, at, isWords }) => (
                    <td key={heading} data-label={heading} className={isWords ? "desk-words" : ""}>
                      {grouped(cells[at] ?? "")}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="flex flex-wrap gap-x-5">
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/reports/gst", { month })}>
            The bills and credit notes of these sums
          </Link>
          <a
            className="link inline-flex min-h-11 items-center"
            href={deskHref("/reports/gst/return/:file", { file: `${name}.csv`, month })}
          >
            {title.split(",")[0]} as CSV
          </a>
        </p>
      </section>
    );
  });
}

const figure = /^-?\d*(\.\d+)?$/;
const sum = /^-?\d+\.\d\d$/;

/** Formats a sum in rupees with digit groups, which the files do not have. */
function grouped(cell: string): string {
  return sum.test(cell) ? withMinus(Number(cell).toLocaleString("en-IN", { minimumFractionDigits: 2 })) : cell;
}
