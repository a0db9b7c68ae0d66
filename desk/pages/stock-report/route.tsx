/** The desk's report of stock: the value of all copies, and books without recent sales. */
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { ReportLinks } from "#desk/components/papers/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { countedOnPage, listCounted, readStockValue } from "#shop/office/reports/stock-report.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { CountedBooks } from "./counted-books.tsx";
import { readStockQuery, slowAfterDays } from "./read-stock-query.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "reports" });
  const { db, now } = args.context.get(servicesContext);
  const query = readStockQuery(args.request.url, now());
  const [value, books] = await Promise.all([
    readStockValue(db),
    listCounted(db, { ...query, limit: countedOnPage + 1 }),
  ]);
  return {
    ...query,
    value,
    books: books.slice(0, countedOnPage),
    isCut: books.length > countedOnPage,
    maySeeStock: may(staff.role, "stock"),
  };
}

export const meta = () => [{ title: "Stock report" }];

export default function StockReport({ loaderData }: Route.ComponentProps) {
  const { days, until, after, value, books, isCut, maySeeStock } = loaderData;
  const last = books.at(-1);
  return (
    <div className="desk-page">
      <ReportLinks />
      <h1 className="text-h3">Stock report</h1>
      <p className="mt-2 max-w-measure text-quiet">These figures are computed once a day.</p>
      {value.books === 0 ? (
        <p className="mt-4">No copies have been counted yet.</p>
      ) : (
        <p className="mt-4">
          {formatCount(value.copies, "copy", "copies")} of {formatCount(value.books, "book")}:{" "}
          <Link className="link font-semibold tabular-nums" to={deskHref("/reports/stock", { days: "all" })}>
            <Money paise={value.pricePaise} />
          </Link>{" "}
          at the shop&rsquo;s prices,{" "}
          <span className="tabular-nums">
            <Money paise={value.mrpPaise} />
          </span>{" "}
          at their MRP.{" "}
          {value.costedCopies === 0 ? (
            "The cost is not known. You can enter it on the page of a book, or with a delivery."
          ) : (
            <>
              {value.costedCopies < value.copies
                ? `The ${formatCount(value.costedCopies, "copy", "copies")} whose cost is known`
                : "They"}{" "}
              cost the shop{" "}
              <span className="tabular-nums">
                <Money paise={value.costPaise} />
              </span>
              .
            </>
          )}
        </p>
      )}
      <section aria-labelledby="slow" className="mt-8">
        <h2 id="slow" className="text-title">
          {days === "all" ? "All books with copies, the most valuable first" : "Slow books"}
        </h2>
        <Form method="get" className="field-row mt-3 sm:grid-cols-[16rem_auto_1fr]">
          <SelectField label="Which books" name="days" defaultValue={String(days)}>
            <option value="all">All with copies</option>
            {slowAfterDays.map((some) => (
              <option key={some} value={some}>
                No copy sold in {some} days
              </option>
            ))}
          </SelectField>
          <p>
            <Button variant="outline">Show</Button>
          </p>
        </Form>
        {books.length === 0 ? (
          <p className="mt-4">
            {after !== ""
              ? "There are no more books."
              : until === null
                ? "No copies have been counted yet."
                : `No book has been in stock without a sale since ${shortDay(until)}.`}
          </p>
        ) : (
          <>
            <p>
              <a
                className="link inline-flex min-h-11 items-center"
                href={deskHref("/reports/stock/slow.csv", { days })}
              >
                These books as CSV
              </a>
            </p>
            <CountedBooks books={books} maySeeStock={maySeeStock} />
          </>
        )}
        <Pager
          newest={after === "" ? null : deskHref("/reports/stock", { days })}
          older={isCut && last ? deskHref("/reports/stock", { days, after: last.bookId }) : null}
          words={orderedLabels}
        />
      </section>
    </div>
  );
}
