/** The desk's page of low stock: the books to order with quantities and suppliers, and a search by place. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import {
  countOpenDeliveries,
  listLowBooks,
  lowOnPage,
  maxLow,
  readStockChoices,
  type LowBook,
} from "#shop/office/stock-room/low-stock.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { findAtPlace, maxPlace } from "#shop/office/stock-room/places.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { chooseForStock } from "./choices-action.server.ts";
import { ChoicesForm } from "./choices-form.tsx";
import { AtPlace } from "./at-place.tsx";
import { LowBooks } from "./low-books.tsx";
import { StockNav } from "./stock-nav.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "stock" });
  const { db } = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  const asked = Number(searchParams.get("from"));
  const first = Number.isInteger(asked) && asked > 0 && asked < maxLow ? asked : 0;
  const place = (searchParams.get("place") ?? "").trim().slice(0, maxPlace);
  const [found, choices, open, there] = await Promise.all([
    listLowBooks(db, { first, limit: lowOnPage + 1 }),
    readStockChoices(db),
    countOpenDeliveries(db),
    place === "" ? null : findAtPlace(db, place),
  ]);
  const books = found.slice(0, lowOnPage);
  const next = first + books.length;
  const isEnd = found.length <= lowOnPage;
  return {
    books,
    choices,
    open,
    first,
    next: isEnd ? null : next,
    isCut: next === maxLow,
    place,
    there,
    maySeeBooks: may(staff.role, "books"),
    mayBuy: may(staff.role, "buying"),
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [chooseForStock], (_, answer) =>
    redirectWithFlash(args.request, deskHref("/stock"), answer),
  );
}

export const meta = () => [{ title: "Stock" }];

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { books, choices, open, first, next, isCut, place, there, maySeeBooks, mayBuy } = loaderData;
  const trouble = actionData ?? null;
  const missing = books.filter(({ forSale, waiting }) => forSale <= 0 && waiting > 0);
  const groups = bySupplier(books.filter((book) => !missing.includes(book)));
  return (
    <div className="desk-page">
      <StockNav />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-h3">What runs low</h1>
        {open > 0 && (
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/stock/receive")}>
            {`${formatCount(open, "delivery is", "deliveries are")} open`}
          </Link>
        )}
      </div>
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8">
        {missing.length > 0 && (
          <section aria-labelledby="missing">
            <h2 id="missing" className="text-title">
              Wanted by readers, but not in the shop
            </h2>
            <LowBooks books={missing} />
          </section>
        )}
        {groups.map(([supplier, books]) => (
          <section key={supplier} aria-label={supplier || "Supplier not known"}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <h2 className="text-title break-words">{supplier || "Supplier not known"}</h2>
              {supplier !== "" && (
                <span className="flex flex-wrap items-center gap-x-4">
                  {mayBuy && <StartOrder supplier={supplier} />}
                  <OrderLinks words="Order list" of={` of ${supplier}`} supplier={supplier} />
                </span>
              )}
            </div>
            <LowBooks books={books} />
          </section>
        ))}
        {books.length === 0 && (
          <p>
            {first === 0
              ? "No book is low in stock, and nobody waits for a missing book."
              : "There are no more books with low stock."}
          </p>
        )}
        {(first > 0 || next !== null) && (
          <Pager
            newest={first === 0 ? null : deskHref("/stock")}
            older={next === null ? null : deskHref("/stock", { from: String(next) })}
            words={orderedLabels}
          />
        )}
        <p className="max-w-measure">
          {books.length > 0 && <OrderLinks words="Order list of all, at most 200 books" supplier={null} />}
          {isCut && (
            <span className="block text-quiet">The list ends here: it has only the 200 most wanted books.</span>
          )}
          <span className="block text-quiet">
            The list has books that readers wait for or that were sold in 90 days, and books with their own low-stock
            level. It is updated every minute. The shop does not order books by itself.
            {maySeeBooks && (
              <>
                {" "}
                <Link className="link" to={deskHref("/books", { copies: "none" })}>
                  All books without copies for sale
                </Link>
              </>
            )}
          </span>
        </p>
        <AtPlace key={place} place={place} books={there} />
        <ChoicesForm key={`${choices.lowLevel} ${choices.leadDays}`} choices={choices} trouble={trouble} />
      </div>
    </div>
  );
}

/** Makes a draft of a purchase order with the books of a supplier that run low. */
function StartOrder({ supplier }: { supplier: string }) {
  return (
    <Form method="post" action={deskHref("/stock/orders")}>
      <input type="hidden" name="supplier" value={supplier} />
      <input type="hidden" name="low" value="on" />
      <Button variant="outline" name="intent" value="buying.make-order">
        Make a purchase order<span className="sr-only"> to {supplier}</span>
      </Button>
    </Form>
  );
}

/** Links to the order list as a table and as a PDF. */
function OrderLinks({ words, of = "", supplier }: { words: string; of?: string; supplier: string | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 break-words">
      {words}:
      <a className="link inline-flex min-h-11 items-center" href={deskHref("/stock/to-order.pdf", { supplier })}>
        PDF
        <span className="sr-only">
          : {words}
          {of}
        </span>
      </a>
      <a className="link inline-flex min-h-11 items-center" href={deskHref("/stock/to-order.csv", { supplier })}>
        CSV
        <span className="sr-only">
          : {words}
          {of}
        </span>
      </a>
    </span>
  );
}

/** Groups books by supplier, in alphabetical order; those without a supplier are last. */
function bySupplier(books: LowBook[]): [supplier: string, books: LowBook[]][] {
  const groups = Map.groupBy(books, ({ supplier }) => supplier);
  return [...groups].sort(([a], [b]) => Number(a === "") - Number(b === "") || a.localeCompare(b));
}
